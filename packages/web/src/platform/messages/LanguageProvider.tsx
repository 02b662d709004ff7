import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'react-intl'
import { useAppStore } from '../store/use-app-store.ts'
import type { Language } from './language.ts'
import { loadMessages, loadServerText, type Messages } from './load-messages.ts'
import { asSent, type ServerText, ServerTextContext } from './server-text.ts'

interface LanguageChoice {
  readonly language: Language
  /** Loads the language, then switches to it. */
  readonly choose: (language: Language) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (choice === null) throw new Error('useLanguage needs a LanguageProvider')
  return choice
}

/** Provides the texts. It gets the messages of the first language, so that nothing renders without them. */
export function LanguageProvider(props: { language: Language; messages: Messages; children: ReactNode }) {
  const store = useAppStore()
  const [current, setCurrent] = useState({ language: props.language, messages: props.messages })
  const [serverText, setServerText] = useState<ServerText>(() => asSent)

  const choose = useCallback(
    async (language: Language) => {
      const messages = await loadMessages(language)
      setCurrent({ language, messages })
      store.set({ language })
    },
    [store],
  )

  useEffect(() => {
    document.documentElement.lang = current.language
  }, [current.language])

  // Translations of server messages load after the page; until then they are shown as sent.
  useEffect(() => {
    const away = new AbortController()
    async function load() {
      const loaded = await loadServerText(current.language).catch(() => asSent)
      if (!away.signal.aborted) setServerText(() => loaded)
    }
    void load()
    return () => away.abort()
  }, [current.language])

  useEffect(
    () =>
      store.subscribe(() => {
        const chosen = store.get().language
        if (chosen === null || chosen === current.language) return
        void loadMessages(chosen).then((messages) => setCurrent({ language: chosen, messages }))
      }),
    [store, current.language],
  )

  const choice = useMemo(() => ({ language: current.language, choose }), [current.language, choose])
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={current.language} messages={current.messages} onError={failOnMissing}>
        <ServerTextContext value={serverText}>{props.children}</ServerTextContext>
      </IntlProvider>
    </LanguageContext>
  )
}

function failOnMissing(error: Error) {
  throw error
}
