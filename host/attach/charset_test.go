package attach_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/margay/margay/host/attach"
)

// TestCheck_tells_encodings apart by short texts, as the heads of lists are, and by
// sentences; each stands for a file of its own.
func TestCheck_tells_encodings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		is    encoding.Encoding
		texts string // parted by "|"
	}{
		"windows_1252": {charmap.Windows1252, "Größe;Preis\r\nS;10\r\n|Straße;Ort;Größe\r\nHauptstr. 1;Köln;5|Créée le 5 mai|Prix: 10\u00a0€|quält jeden größeren Zwerg für 5 €|Müller|" +
			"“Hello” – it’s done…|Señor Ñandú, año 2026|¿Qué tal? ¡Bien!|São Paulo, ação e informações às três|Perché così è più bello|Blåbær på brød, ærlig talt|" +
			"Älskar smörgås från Göteborg|Þórður á Íslandi, ævintýri|Müller;Søren;Nuñez;François;Łódź bleibt fort|5 °C, 3 m², ½ Tasse|naïve café owner’s résumé|à|GRÖSSE;MÜNCHEN|" +
			"l'œuvre coûte « 5 € »|überfällig;nächste Rate|Élève;Prénom;Âge\r\nZoé;Anaïs;9|©2026 Müller™|Reëel coëfficiënt|d’été à Noël|Ö;Ä;Ü"},
		"windows_1250": {charmap.Windows1250, "Zażółć gęślą jaźń, cena 5 zł|Příliš žluťoučký kůň úpěl|Árvíztűrő tükörfúrógép|Imię;Nazwisko;Miejscowość|Jméno;Příjmení;Město|Őszi vásár, kék szőnyeg"},
		"iso_8859_2":   {charmap.ISO8859_2, "Zażółć gęślą jaźń, cena 5|Miejscowość;Imię;Książka"},
		"windows_1254": {charmap.Windows1254, "Şişli, İstanbul, ığdır ağacı|Sipariş;Müşteri;Şehir;Değer"},
		"euc_kr": {korean.EUCKR, "주문 번호 4711|주문|가격|이름|서울특별시|김철수|회의록|안녕하세요. 오늘 회의는 세 시에 시작합니다.|상품명,수량,가격|총 금액: 12,000원|배송 완료|" +
			"이름,전화\n김민수,010-1234-5678|감사합니다|대한민국"},
		"gb_18030": {simplifiedchinese.GB18030, "订单号 4711|订单|价格|姓名|北京市|张三|会议纪要|你好|商品名称,数量,价格|总金额: 12,000元|发货完成|姓名,电话\n张伟,13800138000|谢谢你|表格 A1|苹果|" +
			"香蕉\n苹果\n梨|你好，今天三点开会。|收件人：王小明，地址：上海市浦东新区世纪大道100号|我们|重庆火锅、麻婆豆腐"},
		"big5":      {traditionalchinese.Big5, "訂單編號 4711|訂單|價格|姓名|臺北市|會議紀要|你好，今天三點開會，請準時參加。|商品名稱,數量,價格|總金額: 12,000元|出貨完成|姓名,電話\n張偉,0912345678|謝謝"},
		"shift_jis": {japanese.ShiftJIS, "注文番号 4711|注文|価格|氏名|東京都|山田太郎|議事録|こんにちは|商品名,数量,価格|合計金額: 12,000円|発送済み|氏名,電話\n山田,03-1234|ありがとう|テスト|日付,金額\r\nこれはテストです。"},
		"euc_jp":    {japanese.EUCJP, "注文番号 4711|注文|価格|氏名|東京都|山田太郎|議事録|こんにちは。今日の会議は三時に始まります。|商品名,数量,価格|合計金額: 12,000円|発送済み|ありがとう|テスト"},
		"iso_2022":  {japanese.ISO2022JP, "こんにちは 4711|注文番号"},
		"windows_1251": {charmap.Windows1251, "Заказ номер 4711|Заказ|Цена|Имя|Москва|Иванов Иван|Протокол|Спасибо|Наименование;Количество;Цена|Итого: 12 000 руб.|ООО «Ромашка»|Київ, Україна, ціна|" +
			"Привет, встреча сегодня в три часа.|Приветствам, поръчка"},
		"koi8_r":       {charmap.KOI8R, "Заказ|Цена|Имя|Москва|Иванов Иван|Протокол|Спасибо|Наименование;Количество;Цена|Привет, встреча сегодня в три часа."},
		"windows_1253": {charmap.Windows1253, "Παραγγελία|Τιμή|Αθήνα|Καλημέρα κόσμε"},
		"windows_1255": {charmap.Windows1255, "חשבונית מספר 4711|מחיר|תל אביב|שלום עולם, מה שלומך"},
		"windows_1256": {charmap.Windows1256, "فاتورة رقم 4711|السعر|القاهرة|مرحبا بالعالم"},
		"windows_874":  {charmap.Windows874, "ราคา|กรุงเทพ|สวัสดีครับ วันนี้เป็นอย่างไร"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for text := range strings.SplitSeq(tt.texts, "|") {
				data, err := tt.is.NewEncoder().String(text)
				if err != nil {
					text = strings.NewReplacer("Łódź", "Lodz").Replace(text)
					if data, err = tt.is.NewEncoder().String(text); err != nil {
						t.Fatal(err)
					}
				}
				_, kept, err := attach.Check(t.Context(), "a.txt", []byte(data), read)
				if err != nil || string(kept) != text {
					t.Errorf("%q is read as %q, %v", text, kept, err)
				}
			}
		})
	}
}

// TestCheck_one_long_line is read as any other text, also where what is not ASCII comes
// late, and wherever the part that is looked at ends within a character.
func TestCheck_one_long_line(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		is   encoding.Encoding
		text string
	}{
		"windows_1252": {charmap.Windows1252, "Größe, Straße und Müller "},
		"gb_18030":     {simplifiedchinese.GB18030, "你好，今天三点开会。"},
		"shift_jis":    {japanese.ShiftJIS, "これはテストです、今日の会議。"},
	} {
		for _, before := range []int{0, 1, 100_000} {
			text := strings.Repeat("x", before) + " " + strings.Repeat(tt.text, 3000)
			data, err := tt.is.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			_, kept, err := attach.Check(t.Context(), "a.txt", []byte(data), read)
			if err != nil || string(kept) != text {
				t.Errorf("%s behind %d letters is read as %.60q, %v", name, before, kept, err)
			}
		}
	}
}
