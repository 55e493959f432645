package main

import SWITCHerrors "errors"
import SWITCHfmt "fmt"
import SWITCHos "os"
import SWITCHreflect "reflect"
import SWITCHregexp "regexp"
import SWITCHruntime "runtime"
import SWITCHstrconv "strconv"
import SWITCHstrings "strings"
import SWITCHtime "time"
import SWITCHunsafe "unsafe"

var SWITCHCount, SWITCHDepth int

var SWITCHSet = SWITCHstrings.SplitN(SWITCHos.Getenv("SWITCH_VARIABLE")+":", ":", 3)

func SWITCHMode(number int) string {
	if SWITCHSet[1] != "record" && SWITCHSet[0] != SWITCHstrconv.Itoa(number) {
		return ""
	}
	return SWITCHSet[1]
}

func SWITCHEnter(number int, given ...interface{}) (string, bool) {
	mode := SWITCHMode(number)
	if mode == "able" {
		SWITCHos.Exit(79)
	}
	shown := ""
	if mode != "" && SWITCHSet[2] != "" && SWITCHCode(SWITCHShow(given)) != SWITCHstrings.TrimSuffix(SWITCHSet[2], ":") {
		return "-", false
	}
	if mode == "record" && SWITCHCrosses() {
		shown = SWITCHShow(given) + "\t"
		SWITCHRecord(number, shown)
	}
	return shown, mode == "empty"
}

func SWITCHCode(text string) string {
	code := 0
	for _, letter := range text {
		code = (code*31 + int(letter)) % 1000003
	}
	return SWITCHstrconv.Itoa(code)
}

func SWITCHShow(values []interface{}) string {
	shown := make([]string, len(values))
	for at, one := range values {
		shown[at] = SWITCHfmt.Sprintf("%v", one)
	}
	text := SWITCHregexp.MustCompile("0x[0-9a-f]+|[\t\r\n]").ReplaceAllString(SWITCHstrings.Join(shown, ", "), " ")
	return SWITCHfmt.Sprintf("%.1000s", text)
}

func SWITCHRecord(number int, line string) {
	if out, err := SWITCHos.OpenFile(SWITCHos.Getenv("SWITCH_RECORDING"), SWITCHos.O_APPEND|SWITCHos.O_WRONLY|SWITCHos.O_CREATE, 0600); err == nil {
		SWITCHfmt.Fprintf(out, "%d\t%s\n", number, SWITCHstrings.TrimSuffix(line, "\t"))
		out.Close()
	}
}

func SWITCHCrosses() bool {
	if _, file, _, known := SWITCHruntime.Caller(3); known {
		for _, own := range []string{"SWITCH_FILES"} {
			if SWITCHstrings.HasSuffix(file, own) {
				return false
			}
		}
	}
	return true
}

func SWITCHResult(number int, shown string, given bool, places ...interface{}) {
	mode := SWITCHMode(number)
	if shown == "-" {
		return
	}
	if mode == "record" && given && shown != "" && len(places) > 0 {
		values := make([]interface{}, len(places))
		for at, place := range places {
			values[at] = SWITCHreflect.ValueOf(place).Elem().Interface()
		}
		SWITCHRecord(number, shown+SWITCHShow(values))
	}
	if mode == "" || mode == "empty" || mode == "none" || mode == "record" || !given || (mode != "anywhere" && !SWITCHCrosses()) {
		return
	}
	if mode == "effect" || mode == "acted" || mode == "message" || mode == "kind" {
		return
	}
	if mode == "vary" {
		SWITCHCount++
		mode = []string{"", "near", "far"}[SWITCHCount%3]
	}
	if mode == "" {
		return
	}
	for _, place := range places {
		held := SWITCHreflect.ValueOf(place).Elem()
		if mode == "something" {
			if held.Kind() == SWITCHreflect.Ptr && held.IsNil() {
				held.Set(SWITCHreflect.New(held.Type().Elem()))
			}
			continue
		}
		altered, changed := SWITCHAlter(held, mode)
		if changed && mode == "data" {
			SWITCHos.Exit(79)
		}
		if changed {
			held.Set(altered)
		}
	}
}


type SWITCHReworded struct {
	error
	text string
}

func (reworded *SWITCHReworded) Error() string { return reworded.text }
func (reworded *SWITCHReworded) Unwrap() error { return reworded.error }

func SWITCHFailed(number int, shown string, place *error) {
	mode := SWITCHMode(number)
	if *place == nil || shown == "-" {
		return
	}
	if mode == "record" && shown != "" {
		text := "an error"
		if SWITCHIsOwn(*place) {
			text = "the error " + SWITCHShow([]interface{}{*place})
		}
		SWITCHRecord(number, shown+text)
	}
	if (mode != "message" && mode != "kind") || !SWITCHCrosses() {
		return
	}
	if mode == "message" {
		*place = &SWITCHReworded{*place, SWITCHTurn((*place).Error(), "near")}
	} else {
		*place = SWITCHerrors.New((*place).Error())
	}
}

func SWITCHIsOwn(err error) bool {
	kind := SWITCHreflect.TypeOf(err)
	text := kind.String()
	return SWITCHstrings.HasSuffix(text, ".errorString") || SWITCHstrings.Contains(text, ".wrapError") || SWITCHIsOurs(kind)
}

func SWITCHIsOurs(kind SWITCHreflect.Type) bool {
	if kind.Kind() == SWITCHreflect.Ptr {
		kind = kind.Elem()
	}
	return kind.PkgPath() == SWITCHreflect.TypeOf(SWITCHReworded{}).PkgPath()
}

type SWITCHHeld struct {
	place, before SWITCHreflect.Value
	own bool
}

func SWITCHUnwatched() {}

func SWITCHWatch(number int, places ...interface{}) func() {
	mode := SWITCHMode(number)
	if (mode != "effect" && mode != "acted") || !SWITCHCrosses() {
		return SWITCHUnwatched
	}
	held := []SWITCHHeld{}
	for _, place := range places {
		value := SWITCHreflect.ValueOf(place).Elem()
		switch value.Kind() {
		case SWITCHreflect.Func:
			if !value.IsNil() {
				value.Set(SWITCHTold(value, mode))
			}
		case SWITCHreflect.Slice, SWITCHreflect.Map:
			copied := SWITCHreflect.New(value.Type()).Elem()
			copied.Set(value)
			held = append(held, SWITCHHeld{copied, SWITCHCopy(value), false})
		case SWITCHreflect.Ptr:
			held = append(held, SWITCHInside(value)...)
		}
	}
	return func() {
		for _, one := range held {
			SWITCHChange(one, mode)
		}
	}
}

func SWITCHInside(value SWITCHreflect.Value) []SWITCHHeld {
	if value.IsNil() {
		return nil
	}
	inner := value.Elem()
	if inner.Kind() != SWITCHreflect.Struct {
		return []SWITCHHeld{{inner, SWITCHCopy(inner), false}}
	}
	if !SWITCHIsOurs(inner.Type()) {
		return nil
	}
	held := []SWITCHHeld{}
	for at := 0; at < inner.NumField(); at++ {
		field := SWITCHreflect.NewAt(inner.Field(at).Type(), SWITCHunsafe.Pointer(inner.Field(at).UnsafeAddr())).Elem()
		held = append(held, SWITCHHeld{field, SWITCHCopy(field), true})
	}
	return held
}

func SWITCHCopy(value SWITCHreflect.Value) SWITCHreflect.Value {
	copied := SWITCHreflect.New(value.Type()).Elem()
	copied.Set(value)
	if value.Kind() == SWITCHreflect.Slice && !value.IsNil() {
		copied.Set(SWITCHreflect.AppendSlice(SWITCHreflect.MakeSlice(value.Type(), 0, value.Len()), value))
	}
	if value.Kind() == SWITCHreflect.Map && !value.IsNil() {
		copied.Set(SWITCHreflect.MakeMap(value.Type()))
		for _, key := range value.MapKeys() {
			copied.SetMapIndex(key, value.MapIndex(key))
		}
	}
	return copied
}

func SWITCHTold(told SWITCHreflect.Value, mode string) SWITCHreflect.Value {
	kind := told.Type()
	held := SWITCHreflect.ValueOf(told.Interface())
	return SWITCHreflect.MakeFunc(kind, func(given []SWITCHreflect.Value) []SWITCHreflect.Value {
		for at, one := range given {
			if altered, changed := SWITCHAlter(one, "near"); changed && mode == "acted" {
				SWITCHos.Exit(79)
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

func SWITCHChange(held SWITCHHeld, mode string) {
	now := held.place
	if SWITCHreflect.DeepEqual(held.before.Interface(), now.Interface()) {
		return
	}
	put := func(value SWITCHreflect.Value, set func(SWITCHreflect.Value)) {
		if altered, different := SWITCHAlter(value, "near"); different {
			if mode == "acted" {
				SWITCHos.Exit(79)
			}
			set(altered)
		}
	}
	switch now.Kind() {
	case SWITCHreflect.Slice:
		for at := 0; at < now.Len(); at++ {
			if at >= held.before.Len() || !SWITCHreflect.DeepEqual(held.before.Index(at).Interface(), now.Index(at).Interface()) {
				put(now.Index(at), now.Index(at).Set)
			}
		}
		if held.own && mode == "acted" {
			SWITCHos.Exit(79)
		}
		if held.own && now.Len() > 0 {
			now.Set(SWITCHreflect.Append(now, now.Index(now.Len()-1)))
		} else if held.own {
			now.Set(SWITCHreflect.Append(now, SWITCHreflect.New(now.Type().Elem()).Elem()))
		}
	case SWITCHreflect.Map:
		for _, key := range now.MapKeys() {
			was := held.before.MapIndex(key)
			if !was.IsValid() || !SWITCHreflect.DeepEqual(was.Interface(), now.MapIndex(key).Interface()) {
				put(now.MapIndex(key), func(altered SWITCHreflect.Value) { now.SetMapIndex(key, altered) })
			}
		}
		if keys := now.MapKeys(); held.own && mode != "acted" && len(keys) > 0 {
			more, _ := SWITCHAlter(keys[0], "far")
			now.SetMapIndex(more, now.MapIndex(keys[0]))
		}
	default:
		put(now, now.Set)
	}
}

func SWITCHAlter(value SWITCHreflect.Value, how string) (SWITCHreflect.Value, bool) {
	made := SWITCHreflect.New(value.Type()).Elem()
	made.Set(value)
	far, same, below, longer := how == "far" || how == "anywhere", how == "same", how == "below", how == "length"
	step := int64(1)
	if below {
		step = -1
	}
	if moment, ok := value.Interface().(SWITCHtime.Time); ok {
		made.Set(SWITCHreflect.ValueOf(moment.Add(SWITCHtime.Hour * SWITCHtime.Duration(25*step))))
		return made, !longer && how != "form"
	}
	if how == "form" && (value.Kind() == SWITCHreflect.String || value.Kind() < SWITCHreflect.Array) {
		if value.Kind() == SWITCHreflect.String {
			made.SetString(SWITCHLetters(value.String()))
		}
		return made, value.Kind() == SWITCHreflect.String && made.String() != value.String()
	}
	if longer && value.Kind() < SWITCHreflect.Array {
		return value, false
	}
	switch value.Kind() {
	case SWITCHreflect.Bool:
		made.SetBool(same || !value.Bool())
	case SWITCHreflect.Int, SWITCHreflect.Int8, SWITCHreflect.Int16, SWITCHreflect.Int32, SWITCHreflect.Int64:
		if same {
			made.SetInt(79)
		} else if far {
			made.SetInt(-(value.Int() + 7) * 1009)
		} else {
			made.SetInt(value.Int() + step*SWITCHPart(float64(value.Int())))
		}
	case SWITCHreflect.Uint, SWITCHreflect.Uint8, SWITCHreflect.Uint16, SWITCHreflect.Uint32, SWITCHreflect.Uint64:
		if same {
			made.SetUint(79)
		} else if far {
			made.SetUint((value.Uint() + 7) * 1009)
		} else {
			made.SetUint(value.Uint() + uint64(step*SWITCHPart(float64(value.Uint()))))
		}
	case SWITCHreflect.Float32, SWITCHreflect.Float64:
		if same {
			made.SetFloat(79)
		} else if value.Float()-value.Float() != 0 {
			made.SetFloat(0)
		} else if far || value.Float()+1 == value.Float() {
			made.SetFloat(-(value.Float()/2 + 7) * 1009)
		} else {
			made.SetFloat(value.Float() + float64(step*SWITCHPart(value.Float())))
		}
	case SWITCHreflect.Complex64, SWITCHreflect.Complex128:
		made.SetComplex(value.Complex() + complex(float64(step), 0))
	case SWITCHreflect.String:
		made.SetString(SWITCHTurn(value.String(), how))
	case SWITCHreflect.Slice:
		return SWITCHList(value, how)
	case SWITCHreflect.Array:
		return made, SWITCHEach(made, made.Len(), made.Index, how)
	case SWITCHreflect.Struct:
		field := func(at int) SWITCHreflect.Value {
			return SWITCHreflect.NewAt(made.Field(at).Type(), SWITCHunsafe.Pointer(made.Field(at).UnsafeAddr())).Elem()
		}
		return made, SWITCHEach(made, made.NumField(), field, how)
	case SWITCHreflect.Map:
		made = SWITCHreflect.MakeMap(value.Type())
		changed := false
		for _, key := range value.MapKeys() {
			altered, different := SWITCHAlter(value.MapIndex(key), how)
			made.SetMapIndex(key, altered)
			changed = changed || different
		}
		if ((value.Len() == 0 && how != "form") || how == "length") && !value.IsNil() {
			made.SetMapIndex(SWITCHreflect.New(value.Type().Key()).Elem(), SWITCHreflect.New(value.Type().Elem()).Elem())
			return made, true
		}
		return made, changed
	case SWITCHreflect.Ptr:
		if value.IsNil() || SWITCHDepth > 1 || !SWITCHIsData(value.Type().Elem()) {
			return value, false
		}
		SWITCHDepth++
		altered, changed := SWITCHAlter(value.Elem(), how)
		SWITCHDepth--
		made.Set(SWITCHreflect.New(value.Type().Elem()))
		made.Elem().Set(altered)
		return made, changed
	case SWITCHreflect.Interface:
		if value.IsNil() {
			return value, false
		}
		if _, isError := value.Interface().(error); isError {
			return value, false
		}
		altered, changed := SWITCHAlter(value.Elem(), how)
		made.Set(altered)
		return made, changed
	default:
		return value, false
	}
	return made, true
}

func SWITCHPart(value float64) int64 {
	part := int64(value / 100)
	if part < 0 {
		part = -part
	}
	if part < 1 || part > 1000000000 {
		return 1
	}
	return part
}

func SWITCHIsData(kind SWITCHreflect.Type) bool {
	if kind.Kind() != SWITCHreflect.Struct {
		return kind.Kind() < SWITCHreflect.Array || kind.Kind() == SWITCHreflect.String
	}
	for at := 0; at < kind.NumField(); at++ {
		if kind.Field(at).PkgPath != "" {
			return false
		}
	}
	return kind.NumField() > 0
}

func SWITCHEach(made SWITCHreflect.Value, count int, at func(int) SWITCHreflect.Value, how string) bool {
	changed := false
	for each := 0; each < count; each++ {
		altered, different := SWITCHAlter(at(each), how)
		if different {
			at(each).Set(altered)
			changed = true
		}
	}
	return changed
}

func SWITCHList(value SWITCHreflect.Value, how string) (SWITCHreflect.Value, bool) {
	made := SWITCHreflect.AppendSlice(SWITCHreflect.MakeSlice(value.Type(), 0, 0), value)
	if how == "form" && value.Len() > 1 {
		for at := 0; at < value.Len(); at++ {
			made.Index(at).Set(value.Index(value.Len() - 1 - at))
		}
		return made, true
	}
	if how == "form" {
		return made, SWITCHEach(made, made.Len(), made.Index, how)
	}
	if value.Len() == 0 {
		return SWITCHreflect.MakeSlice(value.Type(), 1, 1), true
	}
	if how == "length" {
		return SWITCHreflect.Append(made, value.Index(value.Len()-1)), true
	}
	if how == "anywhere" {
		made = SWITCHreflect.AppendSlice(made, value)
	}
	if SWITCHEach(made, made.Len(), made.Index, how) {
		return made, true
	}
	if how == "far" {
		return SWITCHreflect.AppendSlice(made, value), true
	}
	return value.Slice(0, value.Len()-1), true
}

func SWITCHLetters(text string) string {
	return SWITCHstrings.Map(func(letter rune) rune {
		if letter >= 'a' && letter <= 'z' {
			return letter - 32
		}
		if letter >= 'A' && letter <= 'Z' {
			return letter + 32
		}
		return letter
	}, text)
}

func SWITCHTurn(text string, how string) string {
	if how == "same" {
		return "same"
	}
	turned := SWITCHstrings.Map(func(letter rune) rune {
		switch {
		case letter == 'z':
			return 'a'
		case letter == 'Z':
			return 'A'
		case letter == '9':
			return '0'
		case letter >= 'a' && letter < 'z', letter >= 'A' && letter < 'Z', letter >= '0' && letter < '9':
			return letter + 1
		}
		return letter
	}, text)
	if how == "anywhere" {
		return turned + "~"
	}
	if how == "below" {
		return " " + text
	}
	if how == "far" || how == "length" || turned == text {
		return text + "~"
	}
	return turned
}
