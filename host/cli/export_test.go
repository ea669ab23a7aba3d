package cli

// LanguageOf is the language of a terminal.
var LanguageOf = languageOf

// HiddenHint is how a dialog for folders gets to a hidden one.
var HiddenHint = hiddenHint
