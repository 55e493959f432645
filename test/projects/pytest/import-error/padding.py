from leftpad_that_is_not_installed import leftpad


def pad(text):
    return leftpad(text, 10)
