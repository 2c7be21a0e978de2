import type { Words } from './Words.mts';

export const turkish: Words = {
	operations: {
		head: ['işlem', 'ne yapar', 'fiyat'],
		descriptions: {
			'account getBalance': 'Kullanılabilir krediyi getirir',
			'article publish': 'Ağdaki sitelerde bir tanıtım yazısı yayınlar',
			'backlink create': 'Ağdaki bir sitede bir yerleşim sipariş eder',
			'order get': 'Bir backlink yerleşimini veya tanıtım yazısını durumuyla getirir',
			'order getAll': 'Backlink yerleşimlerini ve tanıtım yazılarını durumlarıyla listeler',
		},
		prices: {
			free: 'ücretsiz',
			'1 credit a month': 'ayda 1 kredi',
			'10 credits a site': 'site başına 10 kredi',
		},
	},
	errors: {
		head: [
			'ne oldu',
			'`reason`',
			'durum kodu',
			'`kod`',
			'`message`',
			'`charged`',
			'`retryable`',
			'açıklama ve yapılacak iş',
		],
		situations: {
			yetkisiz: 'API anahtarı yok veya tanınmıyor',
			krediYetersiz: 'Kredi yetersiz',
			uygunSiteYok: 'Siparişi alabilecek site yok',
			limit: 'İstek sınırı, Max Wait for Rate Limit süresinden uzun',
			limitAsked: 'Servis, Max Wait for Rate Limit süresinden uzun beklemeyi istiyor',
			limitOfPoll: 'Tetikleyicinin bir sorgulamasında istek sınırı',
			refused: 'Başka bir ret (4xx)',
			orderNotFound: 'Order → Get: bu kimlikte sipariş yok',
			noSitePublished: 'Hiçbir sitenin yayınlamadığı tanıtım yazısı',
			invalidParameter: 'Gönderilemeyecek bir alan',
			invalidCredential: 'Kullanılamayacak bir credential',
			maxCredits: 'Max Credits per Execution değerine ulaşıldı',
			minimumBalance: 'Minimum Balance to Keep değerine ulaşıldı',
			orderStoreUnavailable: 'n8n’in işlenmiş veri deposu yanıt vermiyor',
			notSent: 'Gönderilmedi: reddedilen bağlantı, bilinmeyen sunucu, sertifika, proxy',
			notStarted: 'Gönderilmedi: kullanıcı durdurdu veya art arda on yanıt kayboldu',
			unexpectedAnswer: 'Okuma: farklı biçimde bir yanıt',
			readFailed: 'Okuma: gönderildi, kullanılabilir yanıt gelmedi',
			outcomeUnknown:
				'Sipariş: gönderildi, kullanılabilir yanıt gelmedi: zaman aşımı, kopan bağlantı, 5xx, 408, yönlendirme, yarım veya boş yanıt, kendisiyle çelişen ret',
			notConfirmed: '200 durum kodunda, başka bir `kod` ile `ok: false`',
			keyClash: 'İki öğenin Idempotency Key değeri aynı, siparişleri farklı',
			tooManyKeys: 'Tek seferde Idempotency Key’li 10.000’den fazla öğe',
		},
		explanations: {
			yetkisiz:
				'Servis API anahtarını kabul etmedi. Kredi düşülmedi; bu çalışmada başka istek gönderilmedi. Credential’daki API Key alanını kontrol edin. Anahtar panelde Account → API sayfasında oluşturulur.',
			krediYetersiz:
				'Bakiye bu siparişe yetmiyor. Bu öğe için kredi düşülmedi. Panelden kredi yükleyin, sonra öğeyi yeniden çalıştırın.',
			uygunSiteYok:
				'Ağdaki hiçbir site şu anda bu siparişi alamıyor. Kredi düşülmedi. Öğeyi daha sonra yeniden çalıştırın.',
			limit:
				'Servis her API anahtarı için dakikada 60 isteğe izin verir; aynı anahtarı başka iş akışları ve n8n worker’ları da kullanıyor olabilir. Kredi düşülmedi. Options altında “Max Wait for Rate Limit” değerini yükseltin veya öğeyi daha sonra yeniden çalıştırın.',
			limitAsked:
				'Servis, Options altındaki “Max Wait for Rate Limit” süresinden uzun beklemeyi istiyor. Kredi düşülmedi. Öğeyi o süreden sonra yeniden çalıştırın.',
			limitOfPoll:
				'Servis her API anahtarı için dakikada 60 isteğe izin verir; aynı anahtarı başka iş akışları ve n8n worker’ları da kullanıyor olabilir. Kredi düşülmedi, hiçbir olay kaybolmadı: sonraki sorgulama yeniden bakar. Daha seyrek sorgulayın veya bu iş akışı için ayrı bir API anahtarı kullanın.',
			refused:
				'Servis isteği reddetti, örneğin 400 durum koduyla. Kredi düşülmedi. Öğedeki değerleri ve credential’daki Base URL alanını kontrol edin.',
			orderNotFound:
				'Sipariş listesinde bu kimlik bulunamadı. Kredi düşülmedi. Kimliği kontrol edin veya siparişi listeden seçin.',
			noSitePublished:
				'Yazıyı hiçbir site yayınlamadı. Tanıtım yazısı, yayınlayan her site için 10 kredidir; bu yüzden kredi düşülmedi. Öğeyi daha sonra yeniden çalıştırın.',
			invalidParameter:
				'Bir alanın değeri eksik veya geçersiz. Hiçbir şey gönderilmedi, kredi düşülmedi. Alanı veya onu dolduran ifadeyi düzeltin.',
			invalidCredential:
				'Credential’daki bir alanın değeri kullanılamıyor. Hiçbir şey gönderilmedi, kredi düşülmedi. Credential’ı düzeltin.',
			maxCredits:
				'Bu sipariş, bir çalıştırmanın harcayabileceği krediyi aşardı. Bu öğe için hiçbir şey gönderilmedi, kredi düşülmedi.',
			minimumBalance:
				'Bu sipariş, bakiyeyi korumak istediğiniz tutarın altına indirirdi. Bu öğe için hiçbir şey gönderilmedi, kredi düşülmedi.',
			orderStoreUnavailable:
				'Node, bu siparişin daha önce verilip verilmediğini kontrol edemedi. Bu öğe için hiçbir şey gönderilmedi, kredi düşülmedi. Öğeyi daha sonra yeniden çalıştırın.',
			notSent:
				'Servise ulaşılamadı ve istek gönderilmedi; bu yüzden kredi düşülmedi. Base URL’yi ve n8n’in ağ bağlantısını kontrol edin, sonra öğeyi yeniden çalıştırın.',
			notStarted:
				'Çalıştırma, sıra bu öğeye gelmeden durduruldu. Bu öğe için hiçbir şey gönderilmedi, kredi düşülmedi.',
			unexpectedAnswer:
				'Servis, belgelenenden farklı biçimde yanıt verdi. Kredi düşülmedi. Credential’daki Base URL’nin panelin adresi olduğunu kontrol edin.',
			readFailed:
				'İstek gönderildi, ama örneğin 30 s içinde yanıt gelmedi. Kredi düşülmedi. Daha sonra yeniden deneyin.',
			outcomeUnknown:
				'İstek gönderildi, ama örneğin 120 s içinde yanıt gelmedi. Sipariş verilmiş ve kredi düşülmüş olabilir. Order → Get Many ile veya panelde arayın. Yeniden deneme bu siparişi tekrar göndermez. Sipariş verilmemişse Options altında “Send Unknown Orders Again” seçeneğini açın ve “Retry with currently saved workflow” kullanın veya Idempotency Key ile iş akışını yeniden çalıştırın.',
			notConfirmed:
				'Yanıt, siparişin verilip verilmediğini söylemiyor. Kredi düşülmüş olabilir. Order → Get Many ile veya panelde arayın. Yeniden deneme bu siparişi tekrar göndermez. Sipariş verilmemişse Options altında “Send Unknown Orders Again” seçeneğini açın ve “Retry with currently saved workflow” kullanın veya Idempotency Key ile iş akışını yeniden çalıştırın.',
			keyClash:
				'Farklı siparişler aynı anahtarı taşıyor. Bu öğe için hiçbir şey gönderilmedi, kredi düşülmedi. Siparişi tanımlayan bir ifade kullanın ve ifadedeki alanın her öğede dolu olduğunu kontrol edin.',
			tooManyKeys:
				'Öğelerdeki anahtarlar n8n’in saklayabileceğinden çok; kalan siparişler bir sonraki sefer yeniden verilirdi. Hiçbir şey gönderilmedi, kredi düşülmedi. Öğeleri birkaç iş akışına bölün veya siparişi verilmiş olanları filtreleyin.',
		},
		asSent: 'servisin gönderdiği',
		namesTheField: 'alanı ve neyin yanlış olduğunu söyler',
		namesTheId: 'kimliği söyler',
	},
	charges: {
		head: ['durum', 'sipariş isteği', 'düşülen kredi'],
		situations: {
			allSucceed: 'Birer aylık beş backlink, hepsi başarılı',
			refusedOnceRetryOnFail: 'Üçüncüsü bir kez reddedilir, Retry On Fail açık',
			refusedOnceRetryButton: 'Üçüncüsü bir kez reddedilir, sonra çalıştırmanın Retry düğmesi',
			firstRefusedInEachTry:
				'Birincisi üç denemenin her birinde reddedilir, Continue ve Retry On Fail ile',
			connectionBreaks: 'Üçüncü sipariş verildikten sonra bağlantı kopar, Retry On Fail açık',
			changingAnchor:
				'Anchor metinlerinde `{{ $now }}` var, üçüncüsü bir kez reddedilir, Retry On Fail',
			editedBeforeRetry:
				'Altı backlinkin sonuncusu reddedilir, anchor metni değiştirilir, “Retry with currently saved workflow”',
			retriedAgain:
				'İkincisi reddedilir, Retry beşincide başarısız olur, ilk çalıştırma için yine Retry',
			retriedTwiceAtOnce: 'İkincisi reddedilir, Retry aynı anda iki kez tıklanır',
			loopWithLimit: 'Birer backlinkli iki turluk döngü, Max Credits per Execution 1',
			agentRepeats: 'Bir AI agent aynı çağrıyı tek çalıştırmada üç kez yapar',
			mcpClientRepeats:
				'Bir MCP istemcisi aynı çağrıyı on dakika içinde üç kez yapar, queue mode dışında',
			executedTwice: 'Bir backlink, iş akışı iki kez çalıştırılır',
			executedTwiceWithKey: 'Idempotency Key ile bir backlink, iş akışı iki kez çalıştırılır',
			stepExecutedTwice: 'Bir backlink, adım düzenleyicide bir saat içinde iki kez çalıştırılır',
			stepExecutedWithOtherAnchor: 'Aynısı, ikinci kez başka bir anchor metniyle',
			retryFromNothing:
				'Beş backlink, ikincisinden sonra n8n yeniden başlatılır, sonra çalıştırmanın Retry düğmesi',
			subWorkflowRetried:
				'Alt iş akışında bir backlink; Execute Workflow’un Retry On Fail ayarı onu iki kez çalıştırır',
			subWorkflowRetriedWithKey: 'Aynısı, Idempotency Key ile',
			copiedWorkflow: 'Idempotency Key ile bir backlink, bir iş akışında ve onun kopyasında',
			answerLostWithKey:
				'Idempotency Key ile bir backlink, yanıtı kaybolur, iş akışı yeniden çalıştırılır',
			sameBacklinkTwice: 'Tek çalışmada aynı backlink iki kez, anahtarsız',
			keyNotAccepted: 'Kabul edilmeyen API anahtarı (401)',
			tooFewCredits: 'Kredi yetersiz (402)',
			rateLimit: 'Bir kez istek sınırı (429), sonra serbest',
			noAnswerInTime: 'Zamanında yanıt gelmez, oysa sipariş verilmiştir',
			invalidField: 'Gönderilemeyecek bir alan',
			dryRun: 'Dry Run',
			maxCredits: 'Max Credits per Execution 3 ile beş backlink',
			articleOnFourSites: 'Dört sitenin yayınladığı tanıtım yazısı',
			articleOnNoSite: 'Hiçbir sitenin yayınlamadığı tanıtım yazısı',
		},
	},
};
