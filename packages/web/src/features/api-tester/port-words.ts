import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useIntl } from 'react-intl'

/** The text beside the name of an input or output: label and unit of the master API definition, and its description. */
export function usePortWords(): (port: EnginePort) => string {
  const isJapanese = useIntl().locale.startsWith('ja')
  return ({ description, defined }) => {
    if (defined === undefined) return description
    const { labelEn, labelJa, unit } = defined
    const label = isJapanese ? labelJa || labelEn : labelEn || labelJa
    return [label, unit, description].filter((part, i, all) => part !== '' && all.indexOf(part) === i).join(' · ')
  }
}
