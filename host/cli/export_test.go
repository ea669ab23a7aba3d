package cli

// LanguageOf is the language of a terminal.
var LanguageOf = languageOf
