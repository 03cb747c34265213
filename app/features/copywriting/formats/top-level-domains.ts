/**
 * The top-level domains in Latin letters, which a network goes by to tell a link without https:// from a slip of the
 * keyboard. What is newer than the list (2019, the one that X counts by) is text to X as well.
 */
export const TOP_LEVEL_DOMAINS = new Set(
  `
aaa aarp abarth abb abbott abbvie abc able abogado abudhabi academy accenture accountants aco active actor ad adac ads
adult ae aeg aero aetna af afamilycompany afl africa ag agency ai aig aigo airbus airforce airtel akdn al alfaromeo
alibaba alipay allfinanz allstate alsace alstom am americanexpress americanfamily amex amfam amica amsterdam an
analytics anquan anz ao aol apartments app apple aq aquarelle ar arab aramco archi army arpa art arte as asia
associates at athleta attorney au auction audi audible audio auspost author auto autos aw aws ax axa az azure baby
baidu banamex bananarepublic band bank bar barcelona barclaycard barefoot bargains baseball basketball bauhaus bayern
bb bbc bbt bbva bcg bcn bd be beats beauty bentley berlin best bestbuy bet bf bg bh bharti bi bible bid bike bing
bingo bio biz bj bl black blanco blockbuster blog bloomberg blue bm bms bmw bn bnl bnpparibas bo boats boehringer bom
bond boo book booking boots bosch bostik boston bot boutique box bq br bradesco broadway broker brother brussels bs bt
budapest bugatti build builders business buy buzz bv bw by bz bzh ca cafe cal call calvinklein cam camera camp
cancerresearch canon capetown capital car caravan cards care career careers cars cartier casa case caseih cash casino
cat catholic cba cbn cbre cbs cc cd ceb center ceo cern cf cfa cfd cg ch chanel channel charity chase cheap chintai
chloe christmas chrome chrysler church ci cipriani circle cisco citadel citi city cityeats ck cl claims cleaning click
clinic clinique clothing cloud club clubmed cm co coach coffee college cologne com comcast commbank community company
compare computer comsec construction consulting contact contractors cooking cookingchannel cool coop corsica coupon
coupons courses cpa cr credit creditcard creditunion cricket crown crs cruise cruises cu cuisinella cv cw cx cy cymru
cyou cz dabur dad dance data date dating datsun day dclk dds de deal dealer degree delivery dell deloitte delta
democrat dental dentist desi design dev dhl diet digital direct directory discount discover dish diy dj dk dm dnp do
docs doctor dodge dog domains doosan dot download drive dtv dubai duck dunlop duns dupont durban dvag dvr dz eat ec
eco edeka edu education ee eg eh email emerck energy engineer engineering enterprises epost equipment er ericsson erni
es esq estate esurance et etisalat eu eurovision eus events everbank expert exposed express extraspace fage fail
fairwinds faith family fan fans farm fashion fast fedex feedback ferrari ferrero fi fiat fidelity fido film final
finance fire firestone firmdale fish fishing fit fitness fj fk flickr flights flir florist flowers fly fm fo foo food
foodnetwork football ford forex forsale forum foundation fox fr free fresenius frogans frontdoor frontier ftr fujitsu
fujixerox fun fund furniture futbol fyi ga gal gallo gallup game games gap garden gay gb gbiz gdn ge gea gent genting
george gf gg ggee gh gi gift gives giving gl glade glass gle global globo gm gmail gmbh gmo gmx gn godaddy gold
goldpoint golf goodhands goodyear goog google gop got gov gp gq gr grainger graphics gratis green gripe grocery gs gt
gu guardian gucci guge guide guitars guru gw gy hair hamburg hangout haus hbo hdfc hdfcbank healthcare help helsinki
here hermes hgtv hiphop hisamitsu hitachi hiv hk hkt hm hn hockey holiday homedepot homegoods homes homesense honda
honeywell horse hospital host hot hoteles hotels hotmail house how hr hsbc ht htc hu hughes hyatt hyundai ibm icbc ice
icu id ie ifm iinet ikano il im imamat imdb immo immobilien in inc industries infiniti info ing ink insurance insure
int intel international intuit investments io ipiranga iq ir irish iselect ist istanbul it itau itv iveco iwc jaguar
java jcb jcp je jeep jetzt jewelry jio jlc jll jm jnj jo jobs joburg jot joy jp jpmorgan jprs juegos juniper kaufen
kddi ke kerryhotels kerryproperties kfh kg kh ki kia kim kinder kindle kitchen kiwi km kn koeln komatsu kosher kp kpn
kr krd kred kuokgroup kw ky kyoto kz la lacaixa ladbrokes lamborghini lamer lancaster lancia land landrover lanxess
lasalle lat latino latrobe law lawyer lb lc lds lease leclerc lefrak lego lexus lgbt li liaison lidl life
lifeinsurance lifestyle lighting like lilly limited lincoln linde link lipsy live living lixil lk llc llp loan loans
locker locus loft lol lotte lotto love lpl lplfinancial lr ls lt ltd ltda lu lundbeck lupin luxe luxury lv ly ma macys
madrid maison makeup man management mango map market marketing markets marriott marshalls mattel mba mc mcd mcdonalds
mckinsey md med media meet melbourne meme memorial men menu merckmsd metlife mf mg mh miami microsoft mil mini mint
mit mitsubishi mk ml mlb mls mm mma mn mo mobi mobile moda moe moi mom monash money monster montblanc mopar mormon
mortgage moscow moto mov movie movistar mp mq mr ms msd mt mtn mtpc mtr mu museum mutual mutuelle mv mw mx my mz na
nab nadex nagoya name natura navy nba nc ne nec net netbank netflix network neustar new newholland news next nexus nf
nfl ng ngo nhk ni nico nike nikon ninja nissan nissay nl no nokia northwesternmutual norton nowruz nowtv np nr nra nrw
ntt nu nyc obi observer off office okinawa olayan olayangroup oldnavy om omega one ong onl online onyourside ooo open
oracle orange org organic orientexpress osaka otsuka ott ovh pa page pamperedchef panasonic panerai paris pars
partners parts passagens pay pccw pe pet pf pfizer pg ph pharmacy phd philips phone photo photography photos piaget
pics pictet pictures pid pin ping pink pioneer pizza pk pl place play playstation plus pm pn pnc pohl poker politie
porn post pr pramerica praxi press prime pro prod prof progressive promo properties property protection pru prudential
ps pt pub pw pwc py qa qpon quest qvc racing radio raid re read realestate realtor realty recipes red redstone rehab
reise reisen reit reliance ren rent rentals repair report republican rest review reviews rexroth rich richardli ricoh
rightathome ril rio rip rmit ro rocher rocks rogers room rs rsvp ru rugby ruhr run rw rwe ryukyu sa saarland safe
safety sakura sale salon samsung sandvik sandvikcoromant sanofi sap sapo sarl sas save saxo sb sbi sbs sc sca scb
schmidt scholarships school schule schwarz science scjohnson scor scot sd se search seat security seek select sener
services ses seven sew sex sexy sfr sg sh shangrila sharp shaw shia shiksha shoes shop shopping shouji show showtime
shriram si silk sina singles site sj ski sky skype sl sling sm smart smile sn sncf so soccer social softbank software
sohu solar solutions sony soy space spiegel sport spot spreadbetting sr srl srt ss st stada staples star starhub
statefarm statoil stc stcgroup stockholm storage store stream studio study style su supplies supply support surf
surgery suzuki sv swatch swiftcover swiss sx sy sydney symantec sz tab taipei talk taobao target tatamotors tatar
tattoo tax taxi tc tci td tdk team tech tel telecity telefonica temasek tennis teva tf tg th thd theater theatre tiaa
tickets tienda tips tires tirol tj tjmaxx tjx tk tkmaxx tl tm tmall tn to today tokyo tools top toray toshiba total
tours toyota toys tp tr trade trading training travel travelchannel travelers travelersinsurance trv tt tube tui tunes
tushu tv tvs tw tz ua ubank ubs uconnect uk um unicom university uno uol ups us uy uz va vacations vanguard vc ve
vegas ventures verisign versicherung vet vg vi video vig viking villas vin vip virgin visa vision vista vistaprint
viva vivo vn vodka volkswagen volvo vote voting voto voyage vu vuelos wales walmart walter wang warman watch watches
weather weatherchannel webcam weber website wed wedding weibo wf whoswho wien wiki williamhill win windows wine
winners wme wolterskluwer woodside work world wow ws wtc wtf xbox xerox xfinity xihuan xin xperia xxx xyz yachts yahoo
yamaxun ye yodobashi yoga yokohama you youtube yt yun za zappos zara zero zip zippo zm zone zuerich zw
`
    .trim()
    .split(/\s+/),
);
