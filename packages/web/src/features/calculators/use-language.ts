import { useIntl } from 'react-intl'

/** The language of the texts of a form. */
export function useLanguage(): 'en' | 'ja' {
  return useIntl().locale.startsWith('ja') ? 'ja' : 'en'
}
