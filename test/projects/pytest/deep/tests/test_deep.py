class TestOuter:
    class TestMiddle:
        class TestInner:
            def test_works(self):
                assert True
