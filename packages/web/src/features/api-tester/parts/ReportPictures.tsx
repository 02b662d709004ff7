import { FileInput } from '@mantine/core'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'

interface ReportPicturesProps {
  readonly images: EngineInterface['images']
  readonly onChange: (name: string, picture: string | undefined) => void
}

/** Chooses picture files for the reports of an engine. */
export function ReportPictures({ images, onChange }: ReportPicturesProps) {
  const text = useText()
  return images.map(({ name, description }) => (
    <FileInput
      key={name}
      label={name}
      description={description}
      accept="image/png,image/jpeg"
      placeholder={text('Tester.choosePicture')}
      clearable
      clearButtonProps={{ 'aria-label': text('Tester.removePicture', { name }) }}
      onChange={async (file) => onChange(name, file === null ? undefined : await dataUrlOf(file))}
    />
  ))
}
