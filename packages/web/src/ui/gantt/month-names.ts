export const monthLanguages = ['en', 'es', 'ru', 'pt-BR', 'fr', 'ja'] as const

export type MonthLanguage = (typeof monthLanguages)[number]

/** The name of each language in itself. */
export const languageNames: Readonly<Record<MonthLanguage, string>> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  ja: '日本語',
}

export const monthNames: Readonly<Record<MonthLanguage, readonly string[]>> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  es: [
    'Enero',
    'Febrero',
    'Marzo',
    'Abril',
    'Mayo',
    'Junio',
    'Julio',
    'Agosto',
    'Septiembre',
    'Octubre',
    'Noviembre',
    'Diciembre',
  ],
  ru: [
    'Январь',
    'Февраль',
    'Март',
    'Апрель',
    'Май',
    'Июнь',
    'Июль',
    'Август',
    'Сентябрь',
    'Октябрь',
    'Ноябрь',
    'Декабрь',
  ],
  'pt-BR': [
    'Janeiro',
    'Fevereiro',
    'Março',
    'Abril',
    'Maio',
    'Junho',
    'Julho',
    'Agosto',
    'Setembro',
    'Outubro',
    'Novembro',
    'Dezembro',
  ],
  fr: [
    'Janvier',
    'Février',
    'Mars',
    'Avril',
    'Mai',
    'Juin',
    'Juillet',
    'Août',
    'Septembre',
    'Octobre',
    'Novembre',
    'Décembre',
  ],
  ja: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
}

/** The language of month names: the requested one, else its base language, else English. */
export function monthLanguage(wanted: string): MonthLanguage {
  const exact = monthLanguages.find((language) => language.toLowerCase() === wanted.toLowerCase())
  const base = wanted.split('-')[0]?.toLowerCase()
  return exact ?? monthLanguages.find((language) => language.split('-')[0] === base) ?? 'en'
}
