package double

import (
	"fmt"
	"testing"
)

func TestDoubles(t *testing.T) {
	for number, want := range map[int]int{1: 2, 2: 5, 3: 6} {
		t.Run(fmt.Sprintf("doubles %d", number), func(t *testing.T) {
			if got := 2 * number; got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}
