package calc

import "testing"

func TestMultiplies(t *testing.T) {
	if got := Multiply(2, 3); got != 6 {
		t.Errorf("got %d", got)
	}
}
