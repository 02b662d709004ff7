import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useIntl } from 'react-intl'

/** What is said about an input or output beside its name: the label and unit of the master API definition, and its description. */
export function usePortWords(): (port: EnginePort) => string {
  const isJapanese = useIntl().locale.startsWith('ja')
  return ({ description, defined }) => {
    if (defined === undefined) return description
    const { labelEn, labelJa, unit } = defined
    const label = isJapanese ? labelJa || labelEn : labelEn || labelJa
    return [label, unit, description].filter((part, i, all) => part !== '' && all.indexOf(part) === i).join(' · ')
  }
}
