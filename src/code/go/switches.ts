import { type Wrap, wrapPieces } from '../source.ts';
import { inWordsOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { childOf, named, type Syntax, textOf } from '../syntax.ts';
import { returnsIn } from './functions.ts';

export function writeGo({ source, functions }: SwitchedFile, switches: Switches): string {
  return wrapPieces(
    source.text,
    functions.flatMap((one) => switchesIn(one, source.text, switches.name)),
  );
}

/** A value that a function returns. */
interface Result {
  readonly name: string | undefined;
  readonly type: Syntax;
}

/**
 * Every return first puts its values into variables of their types. Where results have no names these are what names them:
 * inside a body, a variable may hide the name of a type.
 */
function switchesIn({ number, node, body, parameters }: Switched, text: string, name: string): readonly Wrap[] {
  const declared = childOf(node, 'result');
  const results = resultsOf(declared, text);
  const held = results.map((_, at) => `${name}Value${at}`);
  const isNamed = results.some((one) => one.name !== undefined);
  const types = results.map(({ type }) => textOf(type, text));
  const variables = isNamed ? types.map((type, at) => ` var ${held[at]} ${type};`).join('') : '';
  const first = { start: body.start + 1, end: body.start + 1 };
  const given = [number, ...parameters].join(', ');
  const enter = `${variables} if ${name}Enter(${given}) { return ${held.join(', ')} }; `;
  const alter = (places: readonly string[]) => {
    // What comes beside an error says nothing.
    const isGiven = ['true', ...places.filter((_, at) => types[at] === 'error').map((one) => `${one} == nil`)].join(
      ' && ',
    );
    const altered = places.filter((_, at) => types[at] !== 'error').map((one) => `&${one}`);
    return `${name}Result(${[number, isGiven, ...altered].join(', ')})`;
  };
  const returned = returnsIn(body).flatMap(({ start, end, children }): Wrap[] => {
    if (results.length === 0) return [];
    if (!children.some((one) => one.isNamed)) {
      const names = results.map((one) => one.name ?? '_');
      return names.includes('_') ? [] : [{ start, end, before: `{ ${alter(names)}; `, after: ' }' }];
    }
    return [
      { start, end: start + 'return'.length, before: `{ ${held.join(', ')} = /*`, after: '*/' },
      { start: end, end, before: `; ${alter(held)}; return ${held.join(', ')} }`, after: '' },
    ];
  });
  return [...(isNamed ? [] : namesFor(declared, results, held)), { ...first, before: enter, after: '' }, ...returned];
}

/** Names before the types of results. */
function namesFor(declared: Syntax | undefined, results: readonly Result[], held: readonly string[]): readonly Wrap[] {
  const isList = declared?.type === 'parameter_list';
  return results.map(({ type: { start, end } }, at) => ({
    ...{ start, end },
    before: isList ? `${held[at]} ` : `(${held[at]} `,
    after: isList ? '' : ')',
  }));
}

/** The types of what a function returns, one for each value. */
function resultsOf(node: Syntax | undefined, text: string): readonly Result[] {
  if (node === undefined) return [];
  if (node.type !== 'parameter_list') return [{ name: undefined, type: node }];
  return named(node).flatMap((one): Result[] => {
    const type = childOf(one, 'type') ?? one;
    const names = one.children.filter(({ field }) => field === 'name');
    if (names.length === 0) return one.type === 'comment' ? [] : [{ name: undefined, type }];
    return names.map((each) => ({ name: textOf(each, text), type }));
  });
}

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

const PACKAGES = ['fmt', 'os', 'reflect', 'regexp', 'runtime', 'strconv', 'strings', 'time', 'unsafe'];

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
	if ${name}Set[0] != "*" && ${name}Set[0] != strconv.Itoa(number) {
		return ""
	}
	return ${name}Set[1]
}

func ${name}Enter(number int, given ...interface{}) bool {
	mode := ${name}Mode(number)
	if mode == "able" {
		os.Exit(79)
	}
	if mode == "record" && ${name}Crosses() {
		${name}Record(number, given)
	}
	return mode == "empty"
}

func ${name}Record(number int, given []interface{}) {
	shown := make([]string, len(given))
	for at, one := range given {
		shown[at] = fmt.Sprintf("%v", one)
	}
	text := regexp.MustCompile("0x[0-9a-f]+|[\\t\\r\\n]").ReplaceAllString(strings.Join(shown, ", "), " ")
	if out, err := os.OpenFile(os.Getenv("${recording}"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0600); err == nil {
		fmt.Fprintf(out, "%d\\t%.1000s\\n", number, text)
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

func ${name}Result(number int, given bool, places ...interface{}) {
	mode := ${name}Mode(number)
	if mode == "" || mode == "empty" || mode == "none" || mode == "record" || !given || (mode != "anywhere" && !${name}Crosses()) {
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
		return made, !longer
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
		if (value.Len() == 0 || how == "length") && !value.IsNil() {
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

func ${name}IsData(kind reflect.Type) bool {
	if kind.Kind() != reflect.Struct {
		return false
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
	if value.Len() == 0 {
		return reflect.MakeSlice(value.Type(), 1, 1), true
	}
	made := reflect.AppendSlice(reflect.MakeSlice(value.Type(), 0, 0), value)
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
		return "~" + text
	}
	if how == "far" || how == "length" || turned == text {
		return text + "~"
	}
	return turned
}
`;
}
