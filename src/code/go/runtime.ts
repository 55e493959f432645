import { inWordsOf, type SwitchedFile, type Switches } from '../switches.ts';
import { named, textOf } from '../syntax.ts';
import { goEffects } from './effects.ts';

/** The functions that switches call, once for every package. */
export function goRuntime(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>> {
  return Object.fromEntries(
    files.map(({ source: { path, root, text } }) => {
      const clause = named(root).find(({ type }) => type === 'package_clause');
      const name = clause === undefined ? 'main' : textOf(named(clause)[0] ?? clause, text);
      return [
        `${path.slice(0, path.lastIndexOf('/') + 1)}${switches.name}.go`,
        inWordsOf(switches, runtime(name, switches)),
      ];
    }),
  );
}

const PACKAGES = ['errors', 'fmt', 'os', 'reflect', 'regexp', 'runtime', 'strconv', 'strings', 'time', 'unsafe'];

/** By names of their own: a package may declare a `time` itself. */
function runtime(packageName: string, switches: Switches): string {
  const { name } = switches;
  const imports = PACKAGES.map((one) => `import ${name}${one} "${one}"`).join('\n');
  const code = runtimeCode(switches).replace(new RegExp(`(?<![\\w.])(${PACKAGES.join('|')})\\.`, 'g'), `${name}$1.`);
  return `package ${packageName}\n\n${imports}\n${code}`;
}

function runtimeCode({ name, variable, recording, files }: Switches): string {
  return `
var ${name}Count, ${name}Depth int

var ${name}Set = strings.SplitN(os.Getenv("${variable}")+":", ":", 3)

func ${name}Mode(number int) string {
	if ${name}Set[1] != "record" && ${name}Set[0] != strconv.Itoa(number) {
		return ""
	}
	return ${name}Set[1]
}

func ${name}Enter(number int, given ...interface{}) (string, bool) {
	mode := ${name}Mode(number)
	if mode == "able" {
		os.Exit(79)
	}
	shown := ""
	if mode != "" && ${name}Set[2] != "" && ${name}Code(${name}Show(given)) != strings.TrimSuffix(${name}Set[2], ":") {
		return "-", false
	}
	if mode == "record" && ${name}Crosses() {
		shown = ${name}Show(given) + "\\t"
		${name}Record(number, shown)
	}
	return shown, mode == "empty"
}

func ${name}Code(text string) string {
	code := 0
	for _, letter := range text {
		code = (code*31 + int(letter)) % 1000003
	}
	return strconv.Itoa(code)
}

func ${name}Show(values []interface{}) string {
	shown := make([]string, len(values))
	for at, one := range values {
		shown[at] = fmt.Sprintf("%v", one)
	}
	text := regexp.MustCompile("0x[0-9a-f]+|[\\t\\r\\n]").ReplaceAllString(strings.Join(shown, ", "), " ")
	return fmt.Sprintf("%.1000s", text)
}

func ${name}Record(number int, line string) {
	if out, err := os.OpenFile(os.Getenv("${recording}"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0600); err == nil {
		fmt.Fprintf(out, "%d\\t%s\\n", number, strings.TrimSuffix(line, "\\t"))
		out.Close()
	}
}

func ${name}Crosses() bool {
	if _, file, _, known := runtime.Caller(3); known {
		for _, own := range []string{${files.map((file) => JSON.stringify(file)).join(', ')}} {
			if strings.HasSuffix(file, own) {
				return false
			}
		}
	}
	return true
}

func ${name}Result(number int, shown string, given bool, places ...interface{}) {
	mode := ${name}Mode(number)
	if shown == "-" {
		return
	}
	if mode == "record" && given && shown != "" && len(places) > 0 {
		values := make([]interface{}, len(places))
		for at, place := range places {
			values[at] = reflect.ValueOf(place).Elem().Interface()
		}
		${name}Record(number, shown+${name}Show(values))
	}
	if mode == "" || mode == "empty" || mode == "none" || mode == "record" || !given || (mode != "anywhere" && !${name}Crosses()) {
		return
	}
	if mode == "effect" || mode == "acted" || mode == "message" || mode == "kind" {
		return
	}
	if mode == "vary" {
		${name}Count++
		mode = []string{"", "near", "far"}[${name}Count%3]
	}
	if mode == "" {
		return
	}
	for _, place := range places {
		held := reflect.ValueOf(place).Elem()
		if mode == "something" {
			if held.Kind() == reflect.Ptr && held.IsNil() {
				held.Set(reflect.New(held.Type().Elem()))
			}
			continue
		}
		altered, changed := ${name}Alter(held, mode)
		if changed && mode == "data" {
			os.Exit(79)
		}
		if changed {
			held.Set(altered)
		}
	}
}

${goEffects(name)}

func ${name}Alter(value reflect.Value, how string) (reflect.Value, bool) {
	made := reflect.New(value.Type()).Elem()
	made.Set(value)
	far, same, below, longer := how == "far" || how == "anywhere", how == "same", how == "below", how == "length"
	step := int64(1)
	if below {
		step = -1
	}
	if moment, ok := value.Interface().(time.Time); ok {
		made.Set(reflect.ValueOf(moment.Add(time.Hour * time.Duration(25*step))))
		return made, !longer && how != "form"
	}
	if how == "form" && (value.Kind() == reflect.String || value.Kind() < reflect.Array) {
		if value.Kind() == reflect.String {
			made.SetString(${name}Letters(value.String()))
		}
		return made, value.Kind() == reflect.String && made.String() != value.String()
	}
	if longer && value.Kind() < reflect.Array {
		return value, false
	}
	switch value.Kind() {
	case reflect.Bool:
		made.SetBool(same || !value.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if same {
			made.SetInt(79)
		} else if far {
			made.SetInt(-(value.Int() + 7) * 1009)
		} else {
			made.SetInt(value.Int() + step*${name}Part(float64(value.Int())))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if same {
			made.SetUint(79)
		} else if far {
			made.SetUint((value.Uint() + 7) * 1009)
		} else {
			made.SetUint(value.Uint() + uint64(step*${name}Part(float64(value.Uint()))))
		}
	case reflect.Float32, reflect.Float64:
		if same {
			made.SetFloat(79)
		} else if value.Float()-value.Float() != 0 {
			made.SetFloat(0)
		} else if far || value.Float()+1 == value.Float() {
			made.SetFloat(-(value.Float()/2 + 7) * 1009)
		} else {
			made.SetFloat(value.Float() + float64(step*${name}Part(value.Float())))
		}
	case reflect.Complex64, reflect.Complex128:
		made.SetComplex(value.Complex() + complex(float64(step), 0))
	case reflect.String:
		made.SetString(${name}Turn(value.String(), how))
	case reflect.Slice:
		return ${name}List(value, how)
	case reflect.Array:
		return made, ${name}Each(made, made.Len(), made.Index, how)
	case reflect.Struct:
		field := func(at int) reflect.Value {
			return reflect.NewAt(made.Field(at).Type(), unsafe.Pointer(made.Field(at).UnsafeAddr())).Elem()
		}
		return made, ${name}Each(made, made.NumField(), field, how)
	case reflect.Map:
		made = reflect.MakeMap(value.Type())
		changed := false
		for _, key := range value.MapKeys() {
			altered, different := ${name}Alter(value.MapIndex(key), how)
			made.SetMapIndex(key, altered)
			changed = changed || different
		}
		if ((value.Len() == 0 && how != "form") || how == "length") && !value.IsNil() {
			made.SetMapIndex(reflect.New(value.Type().Key()).Elem(), reflect.New(value.Type().Elem()).Elem())
			return made, true
		}
		return made, changed
	case reflect.Ptr:
		if value.IsNil() || ${name}Depth > 1 || !${name}IsData(value.Type().Elem()) {
			return value, false
		}
		${name}Depth++
		altered, changed := ${name}Alter(value.Elem(), how)
		${name}Depth--
		made.Set(reflect.New(value.Type().Elem()))
		made.Elem().Set(altered)
		return made, changed
	case reflect.Interface:
		if value.IsNil() {
			return value, false
		}
		if _, isError := value.Interface().(error); isError {
			return value, false
		}
		altered, changed := ${name}Alter(value.Elem(), how)
		made.Set(altered)
		return made, changed
	default:
		return value, false
	}
	return made, true
}

func ${name}Part(value float64) int64 {
	part := int64(value / 100)
	if part < 0 {
		part = -part
	}
	if part < 1 || part > 1000000000 {
		return 1
	}
	return part
}

func ${name}IsData(kind reflect.Type) bool {
	if kind.Kind() != reflect.Struct {
		return kind.Kind() < reflect.Array || kind.Kind() == reflect.String
	}
	for at := 0; at < kind.NumField(); at++ {
		if kind.Field(at).PkgPath != "" {
			return false
		}
	}
	return kind.NumField() > 0
}

func ${name}Each(made reflect.Value, count int, at func(int) reflect.Value, how string) bool {
	changed := false
	for each := 0; each < count; each++ {
		altered, different := ${name}Alter(at(each), how)
		if different {
			at(each).Set(altered)
			changed = true
		}
	}
	return changed
}

func ${name}List(value reflect.Value, how string) (reflect.Value, bool) {
	made := reflect.AppendSlice(reflect.MakeSlice(value.Type(), 0, 0), value)
	if how == "form" && value.Len() > 1 {
		for at := 0; at < value.Len(); at++ {
			made.Index(at).Set(value.Index(value.Len() - 1 - at))
		}
		return made, true
	}
	if how == "form" {
		return made, ${name}Each(made, made.Len(), made.Index, how)
	}
	if value.Len() == 0 {
		return reflect.MakeSlice(value.Type(), 1, 1), true
	}
	if how == "length" {
		return reflect.Append(made, value.Index(value.Len()-1)), true
	}
	if how == "anywhere" {
		made = reflect.AppendSlice(made, value)
	}
	if ${name}Each(made, made.Len(), made.Index, how) {
		return made, true
	}
	if how == "far" {
		return reflect.AppendSlice(made, value), true
	}
	return value.Slice(0, value.Len()-1), true
}

func ${name}Letters(text string) string {
	return strings.Map(func(letter rune) rune {
		if letter >= 'a' && letter <= 'z' {
			return letter - 32
		}
		if letter >= 'A' && letter <= 'Z' {
			return letter + 32
		}
		return letter
	}, text)
}

func ${name}Turn(text string, how string) string {
	if how == "same" {
		return "same"
	}
	turned := strings.Map(func(letter rune) rune {
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
`;
}
