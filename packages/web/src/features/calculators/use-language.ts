import { useIntl } from 'react-intl'

/** The language that texts of a form are shown in. */
export function useLanguage(): 'en' | 'ja' {
  return useIntl().locale.startsWith('ja') ? 'ja' : 'en'
}
