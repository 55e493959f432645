package bail

import "testing"

func TestBreaks(t *testing.T) { t.Error("broken") }

func TestBreaksToo(t *testing.T) { t.Error("broken") }

func TestHolds(t *testing.T) {}
