package deep

import "testing"

func TestOuter(t *testing.T) {
	t.Run("middle", func(t *testing.T) {
		t.Run("inner", func(t *testing.T) {
			t.Run("works", func(t *testing.T) {})
		})
	})
}
