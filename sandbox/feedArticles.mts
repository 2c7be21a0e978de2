export interface FeedArticle {
	/** Last part of the address, after `/articles/`. */
	slug: string;
	title: string;
	summary: string;
	/** HTML. */
	content: string;
	/** Age at the start of the sandbox, in hours. */
	hoursOld: number;
}

/** The articles of the feed, the newest first. */
export const feedArticles: FeedArticle[] = [
	{
		slug: 'kahve-demleme-rehberi',
		title: 'Evde iyi kahve demlemenin beş yolu ☕',
		summary:
			'Doğru öğütme, doğru su ve biraz sabır: evde kahve demlemek sanıldığı kadar zor değil.',
		content: `<p>İyi bir kahve için pahalı makinelere gerek yok. Taze çekirdek, temiz su ve doğru öğütme ☕ yeter.</p>
<h2>Öğütme inceliği</h2>
<p>French press için iri, <strong>Türk kahvesi</strong> için çok ince öğütün. İnce öğütülmüş kahve uzun demlenirse acılaşır.</p>
<h2>Suyun sıcaklığı</h2>
<p>Kaynar suyu bir dakika bekletin: 92–96 °C çoğu yöntem için uygundur.</p>
<ul><li>French press: 4 dakika</li><li>Filtre kahve: 3 dakika</li><li>Türk kahvesi: kısık ateşte, köpüğü taşırmadan</li></ul>
<p>Daha fazlası için <a href="https://kahve.example/rehber?kaynak=tanitim&amp;dil=tr">kahve rehberimize</a> göz atın. 😊</p>`,
		hoursOld: 2,
	},
	{
		slug: 'kucuk-isletmeler-icin-seo',
		title: 'Küçük işletmeler için SEO: nereden başlamalı?',
		summary: 'Arama sonuçlarında görünmek isteyen bir işletmenin ilk ay yapabileceği işler.',
		content: `<p>Yeni açılan bir dükkânın web sitesi, aylarca kimse tarafından bulunamayabilir. Oysa ilk adımlar basittir.</p>
<h2>Önce içerik</h2>
<p>Müşterilerinizin sorduğu soruları yazın ve her birine ayrı bir sayfada, açık bir dille cevap verin.</p>
<h2>Sonra bağlantılar</h2>
<p>İlgili sitelerden gelen bağlantılar güven işaretidir. Az sayıda ama konuyla <em>gerçekten</em> ilgili bağlantı, yüzlerce ilgisiz bağlantıdan iyidir.</p>
<p>Örnek bir çalışma: <a href="https://musteri.example/hizmetler">musteri.example</a></p>`,
		hoursOld: 26,
	},
	{
		slug: 'istanbulda-hafta-sonu',
		title: "İstanbul'da bir hafta sonu: çarşı, vapur & gün batımı",
		summary: 'Kadıköy çarşısından Üsküdar sahiline, yürüyerek gezilecek iki günlük bir rota.',
		content: `<p>Cumartesi sabahı Kadıköy çarşısında başlayın; balıkçıların arasından geçip Moda'ya yürüyün.</p>
<h2>Öğleden sonra</h2>
<p>Vapurla Beşiktaş'a geçin. Yirmi dakikalık yolculuk, şehrin en ucuz ve en güzel turudur.</p>
<blockquote>Gün batımını Üsküdar sahilinde, Kız Kulesi'nin karşısında bekleyin.</blockquote>
<p>Pazar günü için: <a href="https://gezi.example/istanbul">adım adım rota</a>.</p>`,
		hoursOld: 50,
	},
];
