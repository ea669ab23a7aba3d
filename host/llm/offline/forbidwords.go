package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// The words that forbid, in both languages, and those that only look so.

var (
	// enForbids are the English ones. “Leave X alone” has its sign behind the name, and
	// “before” forbids what it stands before only where that is an act.
	enForbids = lazyregexp.New(`(?i)\b(?:` +
		`(?:do|does|did|must|should|shall|can|could|may|might|will|would|need|ought|is|are|was|were|am|be|let['’]?s|better|rather)\s+not\b|` +
		`(?:do|does|did|must|should|could|would|need|is|are|was|were|might|ought|have|had)\s?n['’]?t\b|(?:ca|wo|sha|ai)n['’]t\b|cannot\b|` +
		`under no circumstances\b|on no account\b|by no means\b|in no case\b|in no way\b|at no point\b|never\b|not\b|nor\b|neither\b|` +
		`without\b|avoid(?:ing)?\b|refrain(?:ing)? from\b|abstain(?:ing)? from\b|(?:stay|keep|steer|stand|shy)(?: well)? (?:away|clear|off|out)(?: from| of)?\b|keep from\b|` +
		`(?:keep )?(?:your )?hands off\b|hold (?:off|back)(?: on| from)?\b|stop short of\b|stop (?:(?:right|just) )?before\b|no need (?:to|for)\b|no longer\b|beware of\b|resist\b|` +
		`except(?:ing)?(?: for)?\b|unless\b|instead of\b|rather than\b|other than\b|apart from\b|aside from\b|barring\b|(?:anything|everything|all|any(?: \w+)?|nothing) but\b|` +
		`(?:it is |it's |is |are |strictly )?(?:forbidden|prohibited|banned|off limits|off-limits|disallowed|out of the question|off the table|unnecessary|taboo)(?: to| from)?\b|i forbid(?: you)?(?: to)?\b|` +
		`i(?:['’]ll| will| shall)(?: then| later)? (?:do|click|press|submit|handle|take care of)\b|skip(?:ping)?\b|leave out\b|leaving out\b|omit(?:ting)?\b|exclud(?:e|ing)\b|ignor(?:e|ing)\b|before\b|leave\b|no\b)`)

	// hanForbidding are the Chinese ones, the longest first.
	hanForbidding = lazyregexp.New(`千万不要|千万别|千万不能|千万莫|绝对不要|绝对不能|绝对不可以|绝对不许|绝对别|一定不要|一定别|暂时不要|暂时别|暂时不用|先不要|先别|请不要|请勿|切勿|切莫|切不可|万勿|不可以|不需要|不想要|不应该|不应当|不希望|不愿意|不允许|不打算|用不着|犯不着|没必要|没有必要|` +
		`不要|不能|不可|不许|不准|不得|不用|不必|不想|不该|不应|不宜|不再|不让|不会|不愿|不去|不是|不|无需|无须|毋须|毋庸|休要|休得|绝不|决不|严禁|禁止|杜绝|避免|避开|以免|免得|省得|防止|谨防|切忌|最忌|忌|跳过|略过|我自己(?:来|会|去)?(?:点击|点|按|提交|付)|我来(?:点击|点|按|提交|付)|由我(?:来|自己)|除了|除去|除开|除非|而非|别|勿|莫|甭|毋`)

	// enNoBan are the words with which nothing is forbidden: “don't forget to”, “not only”.
	enNoBan   = lazyregexp.New(`(?i)^(?:n['’]t|not|never)?[^\p{L}\d]*(?:(?:please|ever|to|you)[^\p{L}\d]+)*(?:forget|forgetting|omit|miss|fail|hesitate|overlook|neglect|worry|mind|sure|a problem)\b`)
	enNotOnly = lazyregexp.New(`(?i)^\s+(?:only|just)\b[^.;!?\n]*\bbut\b`)
	enNoBanAt = lazyregexp.New(`(?i)\b(?:why|whether or|or|if|who|which|what|that|than)[^\p{L}\d]*$`)
	// enAsksFor are such words before an act that they ask for.
	enAsksFor = lazyregexp.New(`(?i)\b(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|be sure not to|make sure not to)\s+(?:ever\s+|you\s+)?(?:forget|omit|fail|neglect|hesitate|miss)\s+(?:to\b|out\b)?`)

	hanNoBan = lazyregexp.New(`^\s*(?:着急|急)\s*(?:[，,。！!；;]|$)|^\s*(?:再|了)?\s*(?:忘记|忘|漏|遗漏|错过|落下|担心|犹豫|客气|介意|妨|小心|由得)`)
	// hanAsksFor is the same in Chinese: 别忘了.
	hanAsksFor = lazyregexp.New(`(?:千万|请|可|也)?(?:不要|不能|不可以|不可|不得|不许|不应该|切勿|请勿|别|勿|莫|甭)\s*(?:再)?\s*(?:忘记了?|忘了|忘|漏掉|漏了|漏|遗漏|落下|错过)\s*(?:要|去)?\s*|(?:不能不|不得不|不可不)\s*`)

	// hanOnlyLooks are words that have such a sign and forbid nothing.
	hanOnlyLooks = lazyregexp.New(`特别|分别|区别|性别|类别|级别|个别|识别|辨别|告别|送别|离别|差别|鉴别|派别|国别|组别|班别|层别|型别|席别|舱别|座别|车别|票别|币别|科别|款别|户别|职别|房别|床别|届别|校别|别的|别动队|莫言|莫斯科|莫非|莫干山|莫名|莫大|索莫|巴莫|勿忘我|` +
		`不错|不锈钢|不过|不同|不仅|不但|不光|不只|不管|不论|不限|不动产|不知道|不知|不懂|不明白|不清楚|不太|不少|不足|不断|不久|不妨|不得不|不能不|不可不|不好意思|对不起|差不多|来不及|了不起|不见不散|不一样|不干胶|不倒翁|不二|不然|要不|不含|不含早|不详|不便|不粘|不规则|不定期|不限量|不良|不丹|不列颠|忌口|禁忌`)

	// hanBeforeAct is behind what is to be done later, if at all, where that is an act.
	hanBeforeAct = lazyregexp.New(`之前|以前|前\s*(?:[，,]|先)`)
	pressesAny   = lazyregexp.New(`^(?:[\s~]|在|等|你|我|先)*(?:点击|单击|点一下|点|按下|按|勾选|提交|保存|发送|删除|付款|支付|登录|注册|下单)`)

	// enTouches and hanTouches are acts that only a person forbids: nobody commands them so.
	enTouches  = lazyregexp.New(`(?i)^(?:touch|activat|trigger|interact|us(?:e|ing)\b|mak(?:e|ing)\b|do\b|doing\b|plac(?:e|ing)\b|chang|press|click|tick|tap|hit)`)
	hanTouches = lazyregexp.New(`^(?:把|将|动|碰|触|管|理|操作|执行|点|按|勾|选|填|开|关)`)

	// enPadding and hanPadding stand between such a word and what it forbids.
	enPadding  = lazyregexp.New(`(?i)^(?:[\s,，:~]|please\b|ever\b|now\b|yet\b|just\b|even\b|also\b|actually\b|accidentally\b|simply\b|automatically\b|immediately\b|right away\b|today\b|for now\b|at all\b|at any (?:time|point)\b|under any circumstances\b|on any account\b|in any case\b|go ahead and\b|go and\b|try(?:ing)? to\b|attempt to\b|dare(?: to)?\b|want(?:ing)? (?:you )?to\b|like you to\b|have to\b|need to\b|allowed to\b|permitted to\b|supposed to\b|meant to\b|going to\b|expected to\b|you\b|to\b|let it\b|help me\b|again\b|quickly\b|anyone\b|by (?:mistake|accident)\b|casually\b|randomly\b|whatever happens\b|for any reason\b|also\b|then\b|first\b)+`)
	hanPadding = lazyregexp.New(`^(?:[\s,，]|了|再|去|来|随便|随意|帮我|帮忙|替我|给我|为我|急着|着急|现在|马上|立即|立刻|先|直接|擅自|自动|自己|顺手|顺便|误|轻易|继续|重复|又|就|也|都|胡乱|乱|提前|要|会|对|请|麻烦|千万|今天|今晚|明天|这次|这里|任何|一下|轻率|贸然|有意|故意|有人|你|您|我|它|让|有|做|进行|please|now|just|ever)+`)

	// enBefore and hanBefore lead to such a word and are of it.
	enBefore  = lazyregexp.New(`(?i)(?:[\s,，;:(~]|\b(?:please|and|but|then|also|now|so|just|you|i|we|must|should|shall|may|can|could|are|kindly|for now|today|this time|first|however|though|still|yet|or|whatever you do|whatever happens|by the way|above all|most importantly|important|note|attention|make sure(?: that)?|be sure|see to it|ensure(?: that)?|remember|be careful|take care|i (?:want|would like|need|ask|beg) you|i['’]d like you|want|to|would|as well|later|afterwards|after that|next|finally|in the end|there is|there's|until i say so|again|only|absolutely|definitely|really|certainly)\b)+$`)
	hanBefore = lazyregexp.New(`(?:[\s,，~]|什么都|谁都|哪个都|一个都|请|麻烦你?您?|拜托|你|您|我们|我|咱们?|大家|现在|之后|以后|今后|今天|今晚|明天|这次|这回|这里|此时|此刻|目前|眼下|本次|暂时|暂|先|但是|但|可是|可|不过|而且|而|只是|就是|就|也|还|都|仍|一定|绝对|千万|万万|务必|必须|切记|记住|记得|注意|当心|小心|希望|想|要求|可以|最好|尽量|其实|真的|总之|另外|同时|此外|并且|并|然后|接着|随后|最后|再|又|且|是|要|特别|尤其|这个时候|到时候|帮我|那就|那|and|but|please|so|now|just)+$`)

	enLess    = lazyregexp.New(`(?i)^(?:` + enPaddingWords + `\s+)*(?:un[- ]?tick|un[- ]?check|unselect|deselect|turn off|turning off|switch off|switching off|disab|deactivat|clear|remov|empt|eras|delet|unticking|unchecking)`)
	hanLess   = lazyregexp.New(`^(?:取消|去掉|去勾|关掉|关闭|关|禁用|停用|清空|清除|删)`)
	forNow    = lazyregexp.New(`(?i)\b(?:yet|now|until|till|before|first|at the moment|straight away|immediately|right away)\b|先|暂|还不|还别|还没|现在|之前|以前|直到|急着|马上|立即|立刻|提前`)
	onceMore  = lazyregexp.New(`(?i)\b(?:again|twice|more than once|a second time|any more|repeatedly|once more)\b|再次|重复|再点|再按|再提交|两次|多次|又`)
	orderedBy = lazyregexp.New(`(?i)(?:\bthen\b|\bfinally\b|\bafterwards\b|\bafter that\b|\blastly\b|\blast\b|\bnext\b|\bafter\b|\bonce\b|\bnow\b|然后|最后|接着|随后|之后|再|后|才)[^\p{L}\d]*(?:请|please|,|，|\s)*$`)
)

const enPaddingWords = `(?:please|ever|now|just|also|to|you)`

// enBid and hanBid begin a wish of their own, also behind a comma alone. In the middle of
// a sentence a word with a capital is rather the name of something: “Clear cart”.
var (
	enBid      = lazyregexp.New(`^(?:(?i:and|then|also|please|now|you|can|could|should|just|only|instead)[\s,]+)*(?:(?i:click|press|tick|untick|uncheck|type|fill)|tap|hit|check|enter|put|write|set|select|choose|pick|open|go to|visit|scroll|tell|show|read|find|search|look|wait|take a screenshot|switch|turn|enable|disable|mark|clear|change|add)\s+\S|^(?i:in|for|under|from)\s+(?:the\s+)?\S.*?\b(?:enter|type|choose|select|pick|put|write|set|tick)\b`)
	enAnother  = lazyregexp.New(`(?i)^(?:and\s+)?(?:but|then|instead|however|next|finally|lastly|after that|afterwards|rather|please|just|only|simply|otherwise|what|which|how|who|when|where|tell|let me know)\b`)
	enOpens    = lazyregexp.New(`(?i)^\s+(?:[-–—]\s+)?(?:but|then|instead|however|and then|and instead|and finally|and please|and just|and only|and after that|so then|afterwards|after that)\b|^\s+(?:->|→)`)
	enGoesOn   = lazyregexp.New(`(?i)^(?:and\s+)?(?:or|nor|neither|not|never|don['’]t|do not)\b`)
	enOrActs   = lazyregexp.New(`(?i)^[^.;!?\n]*?\b(?:or|nor)\s+(?:click|press|tick|tap|hit|check|select|choose|submit|delete|save|send|open|enter|fill|sign)`)
	hanBidLead = `(?:请|帮我|麻烦|也|并|和|再|先|你|就|要)*\s*`
	hanBid     = lazyregexp.New(`^` + hanBidLead + `(?:(?:点击|单击|点一下|点开|按下|勾选上|勾选|勾上|打勾|取消勾选|选择|选中|填写|填入|填上|输入|键入|写上|写入|打开|展开|搜索|查找|切换到|查看|滚动到)\s*[^\s，,。；;]|点[^赞评单餐歌播名，,。；;]|(?:填|写|选|按)\s*[^，,。；;\s]|告诉|看看|看一下|看下|读一下|读出|截图|截个|滚动|等|把|将|在\s*[^，,。；;]{1,24}?(?:中|里|内|上|框|栏|处)|给\s*[^，,。；;]{1,16}?\s*(?:填|选|输入|写))`)
	hanPaired  = lazyregexp.New(`^` + hanBidLead + `[^，,。；;：:\n]{1,20}?\s*(?:填写|填入|填上|填|输入|写上|写|选择|选|设为|改成|改为|：|:|=|勾选上|勾上|打上?勾)\s*\S`)
	hanAnother = lazyregexp.New(`^\s*(?:但是|但|可是|不过|然后|接着|随后|最后|接下来|而是|而要|改为|改成|请|只|反而|转而|现在|之后|以后|其他的?都?|其余|别的都|全部都|都|帮我|麻烦|需要|应该|可以|另外)`)
	hanOpens   = lazyregexp.New(`^\s*(?:但是|但|可是|然后|接着|随后|接下来|而是|而要|最后再?|反而|转而|之后再)`)
	hanSoftly  = lazyregexp.New(`^\s*(?:再|请|就|先|也请|并)\s*(?:点击|单击|点|按|勾选|勾|选择|选|填|输入|写|打开|在|把|将)`)
	hanGoesOn  = lazyregexp.New(`^\s*(?:也|或者?|和|以及|还有|更|甚至|连|跟|与|及|并且也|以免)\s*`)
	hanOrActs  = lazyregexp.New(`^[^。；;！!？?\n]*?(?:或者?|还是)\s*(?:点击|单击|点|按|勾选|选择|提交|删除|保存|打开)`)
)

// beginsBid reports whether a text begins a wish of its own, whatever stood before it.
func beginsBid(text string) bool {
	text = strings.TrimSpace(head(text))
	return bidsPlainly(text) || enAnother.MatchString(text) || hanAnother.MatchString(text) || hanAsks(toComma(text))
}

// bidsPlainly reports whether a text begins with a command that is no name.
func bidsPlainly(text string) bool {
	text = strings.TrimSpace(head(text))
	return enBid.MatchString(text) || hanBid.MatchString(text) || hanPaired.MatchString(text) || pairsLine(toComma(text))
}

// toComma is a text to its next comma or stop.
func toComma(text string) string {
	if i := strings.IndexAny(text, ",，。；;.!！?？\n"); i >= 0 {
		return text[:i]
	}
	return text
}

// unpadded is what a forbidding word forbids.
func unpadded(text string) string {
	text = head(text)
	for {
		short := hanPadding.ReplaceAllString(enPadding.ReplaceAllString(text, ""), "")
		if short == text {
			return text
		}
		text = short
	}
}

// forbidsAct reports whether a forbidding word stands before an act: a command of
// either language, also one behind a few words that nobody listed.
func forbidsAct(text string) bool {
	body := unpadded(text)
	if p, _, ok := leading(body, commandTable()); ok && actKind(p.kind) {
		return true
	}
	if p, _, ok := hanLead(body, hanTables().commands); ok && hanActGroup[p.group] {
		return true
	}
	return enTouches.MatchString(body) || hanTouches.MatchString(body) || actsSoon.MatchString(enJoins.Split(body, 2)[0]) || gerund(body)
}

var (
	passive    = lazyregexp.New(`(?i)^(?:(?:be|being|get|getting)\s+)?(?:\w+ed|hit|set|sent|done|chosen|necessary|an option|okay|ok|fine|welcome)\b`)
	outOf      = lazyregexp.New(`(?i)forbidden|prohibited|banned|off.limits|disallowed|out of the question|off the table|unnecessary|taboo`)
	enAlone    = lazyregexp.New(`(?i)^(?:click|press|tick|tap|touch|push|hit|use|check)(?:ing)?(?:\s+(?:it|on it|that|this))?[^\p{L}\d]*$`)
	allOfThem  = lazyregexp.New(`(?:都|全|均|任何一个|(?i:all of (?:them|these|those)|both|none of (?:them|these|those))\s*(?i:must|should)?)\s*(?:请|千万|也|先)?\s*$`)
	noAlone    = lazyregexp.New(`^[^\p{L}\d]*(?:$|[.!\n])`)
	saidBefore = lazyregexp.New(`[-–—:?]\s*$`)
)

// enJoins joins what may be another wish.
var enJoins = lazyregexp.New(`(?i)\s(?:and|then|but)\s`)

// actsSoon is an act that no word but this one could be, a little further on.
var actsSoon = lazyregexp.New(`(?i)^(?:[a-z'’-]+\s+){1,4}?(?:click|press|tick|tap|submit)(?:ing|ting|ping)?\b|^[^\s，,。；;]{1,8}?\s*(?:点击|单击|勾选|提交)|^(?:be|being|get|getting)\s+\w+ed\b|^(?:be|being)\s+(?:hit|set|sent|done|chosen)\b`)

var hanActGroup = wordSet("fill clear choose tick untick press self open search")

func actKind(k kind) bool {
	return k == fill || k == choose || k == tick || k == untick || k == press || k == open || k == search || k == login || k == errandKind
}

// gerund reports whether a text begins with a command in the form of “pressing”.
func gerund(text string) bool {
	word := strings.ToLower(text)
	if i := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		word = word[:i]
	}
	base, ok := strings.CutSuffix(word, "ing")
	if !ok || len(base) < 2 {
		return false
	}
	tries := []string{base, base + "e"}
	if n := len(base); base[n-1] == base[n-2] {
		tries = append(tries, base[:n-1])
	}
	for _, b := range tries {
		for _, p := range commandTable() {
			if actKind(p.kind) && p.words[0] == b {
				return true
			}
		}
	}
	return false
}

// asksInstead reports whether a Chinese word of “not” makes a question: 能不能.
func asksInstead(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	rest, ok := strings.CutPrefix(text[at:], "不")
	after, _ := utf8.DecodeRuneInString(rest)
	return ok && before != utf8.RuneError && isHan(before) && before == after
}

var (
	// linkNouns may stand between a name and the word behind it that forbids.
	linkNouns = lazyregexp.New(`(?i)^(?:\s|(?:the|that|this|button|link|box|check ?box|option|field|switch|tab|one|按钮|链接|选项|复选框|框|开关|这个|那个|这项|那项|这里|那里|一项|项)\b?)*$`)
	// bareBan is the verb and small words before the name of what is forbidden, bareRest
	// what may stand behind it; bareLead is what may stand between.
	bareBan  = lazyregexp.New(`(?i)^(?:\s|on\b|the\b|a\b|an\b|my\b|that\b|this\b|any\b|button\b|link\b|box\b|to\b|(?:click|press|tapp?|tick|check|hitt?|push|select|choose|choos|pick|fill|enter|type|touch|us|use|activat|activate)(?:ing)?\b|(?:fill|filling) in\b|点击一下|点击|单击|点一下|点开|点|按下|按|勾选上|勾选|勾上|勾|打勾|选择|选中|选|填写|填入|填|输入|打开|动|碰|触碰|这个|那个|任何)+`)
	bareLead = lazyregexp.New(`(?i)^(?:on|the|click|press|tick|button|点击|按|勾选|点|or|and|或者?|和|、|,|，)*$`)
	bareRest = lazyregexp.New(`(?i)^(?:button|link|box|checkbox|yet|now|please|thanks|again|anymore|forme|atall|until.*|before.*|first|today|thistime|按钮|链接|选项|复选框|框|了|啦|它|这个|谢谢|一下|就行|即可|哦|啊|吧|[,，、].*|(?:or|and|nor|或者?|和|以及|也).*|[.。!！])*$`)
	// pressLead is the command right before a name.
	pressLead = lazyregexp.New(`(?i)(?:\s|\b(?:on|the|and|click|press|tap|tick|check|hit|push|select|choose|fill in|enter|submit)\b|点击一下|点击|单击|点一下|点|按下|按|勾选|勾上|选择|填写|填)*$`)
	// valueLead ends a command behind which a value stands, nameLead one behind which a name does.
	valueLead = lazyregexp.New(`(?i)(?:[:=：＝]|\b(?:to|with|as|is|enter|type|write|put|say|saying|set)|填写|填入|填成|填|输入|写上|写|键入|设为|设置为|改成|改为|为|是|叫)\s*$`)
	nameLead  = lazyregexp.New(`(?i)(?:\b(?:click|press|tap|tick|untick|check|hit|push|select|choose|pick|open|find|called|named|turn (?:on|off)|switch (?:on|off)|enable|disable|activate|toggle)(?: on)?(?: the)?|点击|单击|点一下|点|按|勾选|勾上|取消勾选|选择|选中|打开|找到)\s*$`)
)
