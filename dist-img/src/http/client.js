import ipaddr from 'ipaddr.js';
const maxDeviceLength = 200;
/** Where a request comes from. One IPv6 client has a whole /64 network: its addresses count as one. */
export function clientOf(request) {
    const device = (request.headers['user-agent'] ?? 'unknown').slice(0, maxDeviceLength);
    return { address: network(request.ip), device };
}
export function network(address) {
    if (!ipaddr.isValid(address))
        return address;
    const parsed = ipaddr.process(address);
    if (!(parsed instanceof ipaddr.IPv6))
        return parsed.toString();
    return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
//# sourceMappingURL=client.js.map