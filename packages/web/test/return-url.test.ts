import { describe, expect, test } from 'vitest'
import { fromReturnUrl, toReturnUrl } from '../src/platform/session/return-url.ts'

const origin = 'https://sheets.example.com'

describe('return address', () => {
  test('spaces travel as a marker and come back', () => {
    expect(toReturnUrl('/products/Motor%20premium?name=a b')).toBe('/products/Motor~20premium?name=a~20b')
    expect(fromReturnUrl('/products/Motor~20premium?name=a~20b', origin)).toBe('/products/Motor%20premium?name=a%20b')
  })

  test('path, parameters and hash are kept', () => {
    expect(fromReturnUrl('/admin?tab=release#top', origin)).toBe('/admin?tab=release#top')
    expect(fromReturnUrl(`${origin}/admin`, origin)).toBe('/admin')
  })

  test.each([
    'https://evil.example.com/',
    '//evil.example.com/admin',
    '/\\evil.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://sheets.example.com/',
    'https://sheets.example.com.evil.org/',
    'http://[',
  ])('%s is outside the site and ignored', (address) => {
    expect(fromReturnUrl(address, origin)).toBe('/')
  })

  test.each(['/.//evil.example.com', '/..//evil.example.com', `${origin}//evil.example.com`])(
    '%s does not become the address of another site',
    (address) => {
      expect(new URL(fromReturnUrl(address, origin), origin).origin).toBe(origin)
    },
  )

  test.each([undefined, '', '/login', '/login?return_url=/login', '/login/callback'])('%s leads home', (address) => {
    expect(fromReturnUrl(address, origin)).toBe('/')
  })
})
