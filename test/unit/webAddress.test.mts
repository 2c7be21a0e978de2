import { parseCredential } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import { parseUrl } from '../../nodes/BacklinkPanel/api/webAddress.ts';

const credentialFor = (baseUrl: string) => parseCredential({ baseUrl, apiKey: 'demo_live_1a2b3c' });

describe('plain http', () => {
	test.each([
		['this machine', 'http://localhost:5000'],
		['a name below localhost', 'http://panel.localhost'],
		['the loopback address', 'http://127.0.0.1:5000'],
		['another loopback address', 'http://127.8.8.8'],
		['a private address 10.x', 'http://10.1.2.3'],
		['the first private address 172.16.x', 'http://172.16.0.1'],
		['the last private address 172.31.x', 'http://172.31.255.254'],
		['a private address 192.168.x', 'http://192.168.1.20:8080'],
		['the loopback address of IPv6', 'http://[::1]:5000'],
		['a unique local address of IPv6', 'http://[fd12:3456:789a::1]'],
		['another unique local address of IPv6', 'http://[fc00::1]'],
		['a link-local address of IPv6', 'http://[fe80::1]'],
		['a container of a compose file', 'http://panel:3000'],
		['a container whose name ends in a digit', 'http://panel2'],
		['a private address 172.2x', 'http://172.20.0.1'],
		['a shared address 100.7x', 'http://100.70.0.1'],
		['a shared address 100.11x', 'http://100.110.0.1'],
		['a name of the local network', 'http://nas.local'],
		['an internal name', 'http://panel.internal'],
		['a service of a cluster', 'http://panel.shop.svc.cluster.local:80'],
		['a short name of a service of a cluster', 'http://panel.shop.svc'],
		['a name that a router gives', 'http://panel.lan'],
		['a name of a home network', 'http://panel.home.arpa'],
		['the name of a home network', 'http://home.arpa'],
		['a name for tests', 'http://panel.test'],
		['a name that a router gives in the end', 'http://panel.localdomain'],
		['a name of a home', 'http://panel.home'],
		['a name of a company', 'http://panel.corp:8080'],
		['a name of an intranet', 'http://panel.intranet'],
		['a name with more labels', 'http://api.panel.lan:8080'],
		['this machine, with a dot at its end', 'http://localhost.'],
		['a local name with a dot at its end', 'http://nas.local.'],
		['a container with a dot at its end', 'http://panel.:3000'],
		['the first shared address', 'http://100.64.0.0'],
		['a shared address', 'http://100.64.1.5'],
		['the last shared address', 'http://100.127.255.255'],
		['a link-local address', 'http://169.254.10.20'],
		['the loopback address in IPv6', 'http://[::ffff:7f00:1]'],
		['a private address in IPv6', 'http://[::ffff:c0a8:114]'],
		['a shared address in IPv6', 'http://[::ffff:6440:105]'],
	])('is accepted for %s', (_, typed) => {
		expect(credentialFor(`${typed}/`)).toMatchObject({
			kind: 'access',
			baseUrl: typed.replace(/:80$/, ''),
		});
	});

	test.each([
		['a public name', 'http://panel.example.com'],
		['a public address', 'http://93.184.216.34'],
		['a public address with 10 in it', 'http://8.10.1.2'],
		['a public address with 192.168 in it', 'http://5.192.168.1'],
		['a public address with 169.254 in it', 'http://9.169.254.1'],
		['a public address with 172.16 in it', 'http://9.172.16.1'],
		['a public address with 100.64 in it', 'http://9.100.64.1'],
		['the address before 172.16', 'http://172.15.0.1'],
		['the address after 172.31', 'http://172.32.0.1'],
		['the address after 10', 'http://11.0.0.1'],
		['an address like 192.168', 'http://192.169.0.1'],
		['the address of all interfaces', 'http://0.0.0.0'],
		['a public address of IPv6', 'http://[2606:2800:220:1::1]'],
		['the address of all interfaces of IPv6', 'http://[::]'],
		['a short IPv6 address that starts like a local one', 'http://[fc::1]'],
		['a public name that starts with localhost', 'http://localhost.evil.com'],
		['a public name that ends like localhost', 'http://evil.notlocalhost'],
		['a public name that starts with 10', 'http://10.example.com'],
		['a public name that starts with 127', 'http://127.0.0.1.evil.com'],
		['a public name made of a private address', 'http://192.168.1.5.nip.io'],
		['a public name that has local in the middle', 'http://panel.local.evil.com'],
		['a public name that ends like internal', 'http://panel.evilinternal'],
		['a public name with a dot at its end', 'http://evil.com.'],
		['a name with two dots at its end', 'http://panel.lan..'],
		['a dot alone', 'http://.'],
		['the address before 100.64', 'http://100.63.255.255'],
		['the address after 100.127', 'http://100.128.0.0'],
		['an address like 169.254', 'http://169.253.0.1'],
		['a public address in IPv6', 'http://[::ffff:5db8:d822]'],
		['the address before 172.16 in IPv6', 'http://[::ffff:ac0f:1]'],
		['a private address translated to IPv6', 'http://[64:ff9b::a00:1]'],
		['all interfaces in IPv6', 'http://[::ffff:0:0]'],
		['a public address in octal', 'http://0135.0270.0330.042'],
		['a public address as a number', 'http://1572395042'],
		['a public name that starts with lan', 'http://lan.evil.com'],
		['a public name that ends like lan', 'http://panel.evillan'],
		['a public name that ends like home.arpa', 'http://panel.nothome.arpa'],
		['a public name that ends like test', 'http://panel.latest'],
		['a public name that ends like home', 'http://panel.athome'],
		['a public name that has corp in the middle', 'http://panel.corp.evil.com'],
		['another name of arpa', 'http://panel.arpa'],
		['a public name that ends like svc', 'http://panel.evilsvc'],
		['a public name that has svc in the middle', 'http://panel.svc.evil.com'],
		['a public name of shared addresses', 'http://100.64.1.5.nip.io'],
		['a public name made of a loopback address', 'http://127.0.0.1.nip.io'],
	])('is refused for %s', (_, typed) => {
		expect(credentialFor(typed)).toMatchObject({
			kind: 'unusable',
			message: 'The Base URL has to start with https',
		});
	});
});

test('an address with Turkish letters is one, the twenty thousandth time too', () => {
	const refused = Array.from({ length: 20_000 }, (_, index) => `https://örnek.com/ürün-${index}`)
		// Text as it comes out of an answer or a spreadsheet, not put together here.
		.map((address): string => JSON.parse(JSON.stringify(address)))
		.filter((address) => parseUrl(address)?.hostname !== 'xn--rnek-4qa.com');
	expect(refused).toEqual([]);
});

test.each([[''], ['example.com'], ['https://'], ['https://[::']])('%j is none', (text) => {
	expect(parseUrl(text)).toBeUndefined();
});
