import { isIPv6 } from 'node:net'

/**
 * The key under which an address is counted. A household or office has a whole network of IPv6 addresses: the first
 * half of an address stands for all of them. An IPv4 address stands for itself in any notation.
 */
export function networkOf(address: string): string {
  const version4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (version4 !== undefined) return version4
  return isIPv6(address) ? expanded(address).slice(0, 4).join(':') : address
}

function expanded(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [before, after] = [groups(head), groups(tail)]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
}
