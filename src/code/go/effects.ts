/** What a function returns as an error, what it passes to those it was given, and what it changed for others. */
export function goEffects(name: string): string {
  return `
type ${name}Reworded struct {
	error
	text string
}

func (reworded *${name}Reworded) Error() string { return reworded.text }
func (reworded *${name}Reworded) Unwrap() error { return reworded.error }

func ${name}Failed(number int, shown string, place *error) {
	mode := ${name}Mode(number)
	if *place == nil || shown == "-" {
		return
	}
	if mode == "record" && shown != "" {
		text := "an error"
		if ${name}IsOwn(*place) {
			text = "the error " + ${name}Show([]interface{}{*place})
		}
		${name}Record(number, shown+text)
	}
	if (mode != "message" && mode != "kind") || !${name}Crosses() {
		return
	}
	if mode == "message" {
		*place = &${name}Reworded{*place, ${name}Turn((*place).Error(), "near")}
	} else {
		*place = errors.New((*place).Error())
	}
}

func ${name}IsOwn(err error) bool {
	kind := reflect.TypeOf(err)
	text := kind.String()
	return strings.HasSuffix(text, ".errorString") || strings.Contains(text, ".wrapError") || ${name}IsOurs(kind)
}

func ${name}IsOurs(kind reflect.Type) bool {
	if kind.Kind() == reflect.Ptr {
		kind = kind.Elem()
	}
	return kind.PkgPath() == reflect.TypeOf(${name}Reworded{}).PkgPath()
}

type ${name}Held struct {
	place, before reflect.Value
	own bool
}

func ${name}Unwatched() {}

func ${name}Watch(number int, places ...interface{}) func() {
	mode := ${name}Mode(number)
	if (mode != "effect" && mode != "acted") || !${name}Crosses() {
		return ${name}Unwatched
	}
	held := []${name}Held{}
	for _, place := range places {
		value := reflect.ValueOf(place).Elem()
		switch value.Kind() {
		case reflect.Func:
			if !value.IsNil() {
				value.Set(${name}Told(value, mode))
			}
		case reflect.Slice, reflect.Map:
			copied := reflect.New(value.Type()).Elem()
			copied.Set(value)
			held = append(held, ${name}Held{copied, ${name}Copy(value), false})
		case reflect.Ptr:
			held = append(held, ${name}Inside(value)...)
		}
	}
	return func() {
		for _, one := range held {
			${name}Change(one, mode)
		}
	}
}

func ${name}Inside(value reflect.Value) []${name}Held {
	if value.IsNil() {
		return nil
	}
	inner := value.Elem()
	if inner.Kind() != reflect.Struct {
		return []${name}Held{{inner, ${name}Copy(inner), false}}
	}
	if !${name}IsOurs(inner.Type()) {
		return nil
	}
	held := []${name}Held{}
	for at := 0; at < inner.NumField(); at++ {
		field := reflect.NewAt(inner.Field(at).Type(), unsafe.Pointer(inner.Field(at).UnsafeAddr())).Elem()
		held = append(held, ${name}Held{field, ${name}Copy(field), true})
	}
	return held
}

func ${name}Copy(value reflect.Value) reflect.Value {
	copied := reflect.New(value.Type()).Elem()
	copied.Set(value)
	if value.Kind() == reflect.Slice && !value.IsNil() {
		copied.Set(reflect.AppendSlice(reflect.MakeSlice(value.Type(), 0, value.Len()), value))
	}
	if value.Kind() == reflect.Map && !value.IsNil() {
		copied.Set(reflect.MakeMap(value.Type()))
		for _, key := range value.MapKeys() {
			copied.SetMapIndex(key, value.MapIndex(key))
		}
	}
	return copied
}

func ${name}Told(told reflect.Value, mode string) reflect.Value {
	kind := told.Type()
	held := reflect.ValueOf(told.Interface())
	return reflect.MakeFunc(kind, func(given []reflect.Value) []reflect.Value {
		for at, one := range given {
			if altered, changed := ${name}Alter(one, "near"); changed && mode == "acted" {
				os.Exit(79)
			} else if changed {
				given[at] = altered
			}
		}
		if kind.IsVariadic() {
			return held.CallSlice(given)
		}
		return held.Call(given)
	})
}

func ${name}Change(held ${name}Held, mode string) {
	now := held.place
	if reflect.DeepEqual(held.before.Interface(), now.Interface()) {
		return
	}
	put := func(value reflect.Value, set func(reflect.Value)) {
		if altered, different := ${name}Alter(value, "near"); different {
			if mode == "acted" {
				os.Exit(79)
			}
			set(altered)
		}
	}
	switch now.Kind() {
	case reflect.Slice:
		for at := 0; at < now.Len(); at++ {
			if at >= held.before.Len() || !reflect.DeepEqual(held.before.Index(at).Interface(), now.Index(at).Interface()) {
				put(now.Index(at), now.Index(at).Set)
			}
		}
		if held.own && mode == "acted" {
			os.Exit(79)
		}
		if held.own && now.Len() > 0 {
			now.Set(reflect.Append(now, now.Index(now.Len()-1)))
		} else if held.own {
			now.Set(reflect.Append(now, reflect.New(now.Type().Elem()).Elem()))
		}
	case reflect.Map:
		for _, key := range now.MapKeys() {
			was := held.before.MapIndex(key)
			if !was.IsValid() || !reflect.DeepEqual(was.Interface(), now.MapIndex(key).Interface()) {
				put(now.MapIndex(key), func(altered reflect.Value) { now.SetMapIndex(key, altered) })
			}
		}
		if keys := now.MapKeys(); held.own && mode != "acted" && len(keys) > 0 {
			more, _ := ${name}Alter(keys[0], "far")
			now.SetMapIndex(more, now.MapIndex(keys[0]))
		}
	default:
		put(now, now.Set)
	}
}`;
}
