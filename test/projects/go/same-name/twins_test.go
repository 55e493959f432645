package twins

import "testing"

func TestTwins(t *testing.T) {
	for _, want := range []int{2, 3} {
		t.Run("twin", func(t *testing.T) {
			if got := 1 + 1; got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}
