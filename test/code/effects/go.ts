import { COMMON, type EffectProgram, NOTHING, PLAIN } from './program.ts';

export const GO: EffectProgram = {
  path: 'sample.go',
  code: `package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

var errNegative = errors.New("must be positive")

func each(list []int, tell func(int)) {
	for _, one := range list {
		tell(one * 2)
	}
}

func restock(stock map[string]int, more int) { stock["milk"] += more }

type Cart[T any] struct {
	lock  sync.Mutex
	total int
	names []string
	last  T
	seen  map[string]*Cart[T]
}

func (cart *Cart[T]) see(name string) { cart.seen[name] = cart }

func (cart *Cart[T]) add(name string, price int) {
	cart.lock.Lock()
	defer cart.lock.Unlock()
	cart.total += price
	cart.names = append(cart.names, name)
}

func (cart *Cart[T]) keep() int { return cart.total }

func check(n int) error {
	if n < 0 {
		return errNegative
	}
	return nil
}

func parse(list []int) int { return list[1] }

func ring(bell func()) { bell() }

func look(list []int, text *strings.Builder) {
	list = append(list, len(list))
	text.WriteString("seen")
}

func double(list []int) {
	for at := range list {
		list[at] *= 2
	}
}

func number(text string) (int, error) { return strconv.Atoi(text) }

func wrapped(n int) (found int, err error) {
	if err = check(n); err != nil {
		err = fmt.Errorf("at %d: %w", n, err)
		return
	}
	return n + 1, nil
}
`,
  caller: [
    'main.go',
    `package main

import (
	"errors"
	"fmt"
	"strings"
)

func language() (text string) {
	defer func() {
		recover()
		text = "language"
	}()
	parse([]int{1})
	return "nothing"
}

func main() {
	told := []string{}
	each([]int{1, 2}, func(one int) { told = append(told, fmt.Sprint(one)) })
	stock := map[string]int{"milk": 1}
	restock(stock, 4)
	cart := &Cart[bool]{}
	cart.add("milk", 7)
	cart.keep()
	ring(func() {})
	look([]int{1, 2}, &strings.Builder{})
	err := check(-1)
	kind := "refused"
	if !errors.Is(err, errNegative) {
		kind = "other"
	}
	rest := ""
	list := []int{1, 2}
	double(list)
	_, wrong := wrapped(-2)
	right, none := wrapped(2)
	shelf := &Cart[bool]{seen: map[string]*Cart[bool]{}}
	shelf.see("a")
	if len(shelf.seen) != 1 {
		rest = "|seen"
	}
	if text := fmt.Sprint(list, wrong, right, none); text != "[2 4] at -2: must be positive 3 <nil>" {
		rest += "|" + text
	}
	if _, err := number("x"); err.Error() != "strconv.Atoi: parsing \\"x\\": invalid syntax" {
		rest += "|" + err.Error()
	}
	fmt.Printf("%v|%v|%v %v|%v %v|%v%v\\n", strings.Join(told, " "), stock["milk"], cart.total, strings.Join(cart.names, " "), kind, err, language(), rest)
}
`,
  ],
  build: ['sh', '-c', 'printf "module sample\\n\\ngo 1.19\\n" > go.mod && go vet . && go build -o main .'],
  run: ['./main'],
  needs: ['go', 'version'],
  plain: PLAIN,
  rows: [
    ...COMMON,
    ...NOTHING,
    ['double', 'effect', `${PLAIN}|[3 5] at -2: must be positive 3 <nil>`],
    ['double', 'acted', 'crashed'],
    ['wrapped', 'message', `${PLAIN}|[2 4] bu -3: nvtu cf qptjujwf 3 <nil>`],
    ['wrapped', 'effect', PLAIN],
    ['see', 'effect', `${PLAIN}|seen`],
    ['number', 'message', `${PLAIN}|tusdpow.Bupj: qbstjoh "y": jowbmje tzouby`],
  ],
  ends: [
    ['check', /^-1$/, /^the error must be positive$/],
    ['number', /^x$/, /^an error$/],
    ['wrapped', /^2$/, /^3$/],
    ['wrapped', /^-2$/, /^the error at -2: must be positive$/],
  ],
};
