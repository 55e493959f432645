package calc

import "testing"

func TestAdds(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Errorf("got %d", got)
	}
}

func TestLater(t *testing.T) {
	t.Skip("not now")
}
