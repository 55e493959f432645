package calc

import "testing"

func TestAdds(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestSubtracts(t *testing.T) {
	if got := Subtract(3, 2); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}
