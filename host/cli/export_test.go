package cli

// LanguageOf is the language of a terminal.
var LanguageOf = languageOf

// HiddenHint is how a dialog for folders gets to a hidden one.
var HiddenHint = hiddenHint

// ByHand are the commands that finish an uninstall without the program.
var ByHand = byHand
