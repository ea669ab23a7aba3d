package cli

// ForgetKeys is for tests; a real keyring is nobody's to play with.
var ForgetKeys = forgetKeys
