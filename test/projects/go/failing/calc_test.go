package calc

import "testing"

func TestAdds(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Errorf("got %d", got)
	}
}

func TestSubtracts(t *testing.T) {
	if got := Subtract(3, 2); got != 2 {
		t.Errorf("got %d", got)
	}
}
