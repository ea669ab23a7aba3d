package offline

import "github.com/margay/margay/host/lazyregexp"

// valueSort is the sort of value that a question wants.
type valueSort int

// The sorts of values.
const (
	anything valueSort = iota
	money
	code
	day
	clock
	email
	phone
	count
	person
	duration
)

// The words that tell what sort of value is wanted.
var sortWords = []struct {
	typ   valueSort
	words map[string]bool
}{
	{money, wordSet("price cost total fare tax balance amount subtotal deposit discount money due fee paid")},
	{email, wordSet("email")},
	{phone, wordSet("phone")},
	{day, wordSet("date day deadline when")},
	{clock, wordSet("time hour hours clock")},
	{code, wordSet("number code reference id")},
	{person, wordSet("author who whom wrote written write writer person people")},
}

var sortForms = map[valueSort]*lazyregexp.Regexp{
	money:    lazyregexp.New(`(?i)(?:[$€£¥￥₹]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|kr)\b)\s?\d[\d.,'’]*|\d[\d.,'’]*\s?(?:[$€£¥￥₹]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|euros?|dollars?|pounds?|kr|cents?)\b)|\b\d+[.,]\d{2}\b|\d[\d.,]*\s?(?:元|块钱|块|美元)|免费`),
	code:     lazyregexp.New(`#?\b[A-Z0-9]*[A-Z]*\d[A-Z0-9]*(?:[-/_][A-Z0-9]+)*\b|\b[A-Z]{2,}(?:[-/][A-Z0-9]+)+\b|\b[A-Za-z]+-?\d+[A-Za-z0-9-]*\b`),
	day:      lazyregexp.New(`(?i)\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}\b|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,?\s+\d{4})?\b|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\b\d{1,2}:\d{2}\b|\btomorrow\b|\btoday\b|\b(?:1[5-9]|20)\d{2}\b|(?:\d{4}\s?年)?\d{1,2}\s?月\d{1,2}\s?[日号]|(?:周|星期|礼拜)[一二三四五六日天]|今天|明天|后天`),
	clock:    lazyregexp.New(`(?i)\b\d{1,2}:\d{2}\b(?:\s?[ap]\.?m\.?)?|\b\d{1,2}(?:\.\d{2})?\s?(?:[ap]\.?m\b\.?|uhr\b|o'clock)|(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?\s?\d{1,2}\s?[点时](?:\d{1,2}分|半)?|\bnoon\b|\bmidnight\b|\b\d+\s*(?:hours?|minutes?|min|h)\b`),
	duration: lazyregexp.New(`(?i)\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an)(?:\s?(?:-|–|to)\s?\d+)?\s+(?:(?:working|business|full)\s+)?(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?)\b|[\d一二两三四五六七八九十]+(?:\s?[-–~至到]\s?\d+)?\s?(?:个)?(?:工作日|分钟|小时|天|晚|周|星期|个月|月|年|秒|日)`),
	email:    lazyregexp.New(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`),
	phone:    lazyregexp.New(`\+?\d[\d ()/-]{5,}\d`),
	count:    lazyregexp.New(`\b\d[\d.,]*\b|\b(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[一二两三四五六七八九十]+[` + hanOfThings + `]`),
	person:   lazyregexp.New(`\b(?:by|By|author:?|Author:?)\s+(\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){0,3})`),
}

// formWords name kinds of lines. They are not matched with the words of lines.
var formWords = map[string]string{
	"message": "message", "notice": "message", "alert": "message", "warning": "message", "error": "message", "status": "message",
	"banner": "message", "notification": "message", "result": "message", "outcome": "message", "confirmation": "message", "response": "message",
	"reply": "message", "answer": "message", "feedback": "message", "success": "message", "text": "text", "paragraph": "text", "sentence": "text",
	"heading": "heading", "headline": "heading", "title": "heading", "header": "heading", "caption": "heading",
}

// pageWords speak of the page as a whole.
var pageWords = wordSet("page article website site story post document")
