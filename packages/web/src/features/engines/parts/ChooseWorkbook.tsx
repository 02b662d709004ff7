import { Stack, TextInput } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { TemplateSelect } from '../../templates/parts/TemplateSelect.tsx'
import { DropWorkbook } from './DropWorkbook.tsx'

export interface ChooseWorkbookProps {
  readonly file: File | undefined
  readonly problem: string | undefined
  readonly serviceName: string
  readonly nameProblem: string | null
  /** The name of an existing engine is fixed. */
  readonly fixedName: boolean
  readonly onChoose: (file: File) => void
  readonly onRename: (name: string) => void
}

/** The first step: choose a workbook and the name of its service. */
export function ChooseWorkbook(props: ChooseWorkbookProps) {
  const text = useText()
  return (
    <Stack gap="lg">
      <DropWorkbook file={props.file} problem={props.problem} onChoose={props.onChoose} />
      {!props.fixedName && <TemplateSelect onChoose={props.onChoose} />}
      <TextInput
        label={text('EngineUpload.serviceName')}
        description={text(props.fixedName ? 'EngineUpload.serviceNameFixed' : 'EngineUpload.serviceNameRule')}
        value={props.serviceName}
        readOnly={props.fixedName}
        error={props.nameProblem}
        onChange={(event) => props.onRename(event.currentTarget.value)}
      />
    </Stack>
  )
}
