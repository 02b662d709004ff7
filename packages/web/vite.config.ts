import { cp } from 'node:fs/promises'
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

const server = process.env['SHEETWRIGHT_ORIGIN'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles(), messageFiles()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A font or image inlined as data: would be refused by the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/idp', '/users', '/config.json', '/issuer.json', '/health'].map((path) => [path, server]),
    ),
  },
})
