import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { webFolder } from '../../http/serve-web.ts'

interface Asset {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** The assets of the sign-in pages. */
export function loginAssets(): Asset[] {
  const own = (name: string, type: string) => ({
    name,
    type,
    content: readFileSync(path.join(import.meta.dirname, name)),
  })
  return [own('login.css', 'text/css; charset=utf-8'), own('sign-out.js', 'text/javascript; charset=utf-8'), ...fonts()]
}

/** The product's typeface comes with the built web application; without it a system font is shown. */
function fonts(): Asset[] {
  const folder = path.join(webFolder, 'assets')
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^inter-latin-wght-normal.*\.woff2$/.test(name))
  if (!file) return []
  return [{ name: 'inter.woff2', type: 'font/woff2', content: readFileSync(path.join(folder, file)) }]
}
