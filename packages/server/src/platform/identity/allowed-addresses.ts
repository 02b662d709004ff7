import { BlockList, isIP, isIPv6 } from 'node:net'

interface AddressLimit {
  readonly addresses: readonly string[] | null
}

const lists = new WeakMap<AddressLimit, BlockList>()

/** Whether a key may be used from an address: one of those it lists, or one in a network it lists. */
export function mayUseFrom(key: AddressLimit, address: string): boolean {
  if (key.addresses === null) return true
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 0) return false
  const list = lists.get(key) ?? listOf(key.addresses)
  lists.set(key, list)
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', length] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}
