import type { KoaContextWithOIDC } from 'oidc-provider'
import { pickLanguage } from '../login-page/language.ts'
import { pagePolicy } from '../login-page/layout.ts'
import { errorPage, signedOutPage, signOutPage } from '../login-page/notice-pages.ts'

/** Pages that the provider shows by itself, in the product's design and the visitor's language. */
export interface ProviderPages {
  readonly signOut: (ctx: KoaContextWithOIDC, form: string) => void
  readonly signedOut: (ctx: KoaContextWithOIDC) => void
  readonly error: (ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) => void
}

export const providerPages: ProviderPages = {
  signOut: (ctx, form) => {
    endTokensToo(ctx)
    const hint = ctx.oidc.entities.IdTokenHint?.payload
    const asked = hint !== undefined && hint['sub'] === ctx.oidc.session?.accountId
    answer(ctx, signOutPage(languageOf(ctx), form, asked))
  },
  signedOut: (ctx) => answer(ctx, signedOutPage(languageOf(ctx))),
  error: (ctx, out) => answer(ctx, errorPage(languageOf(ctx), out.error_description ?? out.error)),
}

/** The library would keep tokens that can outlive the browser's session; signing out ends all of them. */
function endTokensToo({ oidc: { session } }: KoaContextWithOIDC): void {
  if (!session?.authorizations) return
  session.authorizations = Object.fromEntries(
    Object.entries(session.authorizations).map(([client, state]) => [client, { ...state, persistsLogout: false }]),
  )
}

function answer(ctx: KoaContextWithOIDC, page: string): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', pagePolicy)
  ctx.set('x-content-type-options', 'nosniff')
  ctx.set('referrer-policy', 'no-referrer')
  ctx.body = page
}

function languageOf(ctx: KoaContextWithOIDC) {
  return pickLanguage({
    requested: ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales'],
    cookies: ctx.get('cookie'),
    accepted: ctx.get('accept-language'),
  })
}
