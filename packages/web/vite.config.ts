import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { themeStyleSheet } from './src/ui/theme-style-sheet.ts'

/*
 * The application needs this content-security policy and nothing weaker:
 *
 *   default-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:;
 *   connect-src 'self' [origin of an external identity provider]; object-src 'none'; base-uri 'none';
 *   form-action 'self' [origin of an external identity provider]; frame-ancestors 'none'
 *
 * No inline script, no inline style element, no eval: the theme's variables are written into a style sheet here, at
 * build time, styles of elements are set through the CSSOM, and fonts are files.
 */

/** Serves the theme's variables as a style sheet, so that no style element has to be made in the browser. */
function themeStyles(): Plugin {
  const id = 'virtual:theme.css'
  return {
    name: 'theme-styles',
    resolveId: (source) => (source === id ? id : undefined),
    load: (source) => (source === id ? themeStyleSheet() : undefined),
  }
}

/** Loads style sheets behind what `index.html` shows at once: in the head they would keep the window empty. */
function lateStyleSheets(): Plugin {
  return {
    name: 'late-style-sheets',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const without = links.reduce((rest, link) => rest.replace(link, ''), html)
        return without.replace('  </body>', `${links.join('')}  </body>`)
      },
    },
  }
}

/** The server answers the call for messages from these files. */
function messageFiles(): Plugin {
  return {
    name: 'message-files',
    apply: 'build',
    async closeBundle() {
      for (const language of ['en', 'ja']) {
        await cp(
          new URL(`src/platform/messages/${language}.json`, import.meta.url),
          new URL(`dist/messages/${language}.json`, import.meta.url),
        )
      }
    },
  }
}

/** The best quality takes more than twice as long, for files that are two percent smaller. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Packs what can be packed, so that the server sends it without work. */
function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    async closeBundle() {
      const folder = new URL('dist/', import.meta.url)
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(js|css|html|svg|json)$/.test(name)) continue
        const content = await readFile(new URL(name, folder))
        await writeFile(new URL(`${name}.br`, folder), await promisify(brotliCompress)(content, brotliOptions))
        await writeFile(new URL(`${name}.gz`, folder), await promisify(gzip)(content))
      }
    },
  }
}

const server = process.env['SHEETWRIGHT_ORIGIN'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles(), lateStyleSheets(), messageFiles(), packedFiles()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A font or image inlined as data: would be refused by the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs: one file that changes with the lock file only, and one of our own.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'frame', tags: ['$initial'], priority: 2 },
            // What charts are drawn with, loaded with the first of them.
            {
              name: 'charts',
              test: /node_modules[\\/](recharts|victory-vendor|d3-|internmap|@reduxjs|redux|react-redux|reselect|immer|decimal\.js-light|es-toolkit|eventemitter3)/,
              priority: 1,
            },
            // What several pages need: one file instead of a hundred small ones.
            { name: 'components', test: /node_modules[\\/](@mantine|@floating-ui|@tabler)/, minShareCount: 3 },
            { name: 'shared', test: /(contract|runtime|web)[\\/]src[\\/](?!.*(en|ja)\.json)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      // The reference page lies below /api, but it is ours; calls of existing clients begin with their tenant.
      ['^/api/(?!docs)', '^/[^/]+/api/v\\d', '/idp', '/users', '/config.json', '/issuer.json', '/health'].map(
        (path) => [path, server],
      ),
    ),
  },
})
