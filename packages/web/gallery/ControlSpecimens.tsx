import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DayInput } from '../src/ui/DayInput.tsx'
import { DayRangeInput } from '../src/ui/DayRangeInput.tsx'
import { NumberTextInput } from '../src/ui/NumberTextInput.tsx'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

/** What comes from Mantine, as the theme sets it, and the inputs of our own. */
export function ControlSpecimens({ say }: { say: Say }) {
  const [day, setDay] = useState('2026-04-01')
  const [tolerance, setTolerance] = useState<number | string>(1e-9)
  const [view, setView] = useState('list')
  const name = say('Name', '名前')
  return (
    <Specimens title={say('Controls', '入力')}>
      <Specimen name="Button">
        <Group>
          <Button leftSection={<IconPlus />}>{say('Add product', '商品を追加')}</Button>
          <Button variant="default">{say('Cancel', 'キャンセル')}</Button>
          <Button variant="subtle">{say('Details', '詳細')}</Button>
          <Button color="red">{say('Delete', '削除')}</Button>
        </Group>
        <Group>
          <Button disabled>{say('Publish', '公開')}</Button>
          <Button loading>{say('Publish', '公開')}</Button>
        </Group>
      </Specimen>
      <Specimen name="TextInput">
        <TextInput label={name} placeholder={say('Motor premium', '自動車保険料')} />
        <TextInput
          label={name}
          defaultValue="Motor"
          error={say('A product has this name', 'この名前の商品があります')}
        />
        <TextInput label={name} defaultValue="Motor" disabled />
      </Specimen>
      <Specimen name="NumberInput, Select, Textarea">
        <NumberInput label={say('Sum insured', '保険金額')} defaultValue={10_000_000} thousandSeparator />
        <Select
          label={say('Status', '状態')}
          data={[say('Draft', '下書き'), say('Active', '有効')]}
          defaultValue={say('Draft', '下書き')}
        />
        <Textarea label={say('Description', '説明')} description={say('One paragraph', '一段落')} />
      </Specimen>
      <Specimen name="Checkbox, Switch, SegmentedControl">
        <Checkbox label={say('Publish at once', 'すぐに公開')} defaultChecked />
        <Checkbox label={say('Some of them', '一部')} indeterminate />
        <Switch label={say('Notify me', '通知する')} defaultChecked />
        <Switch label={say('Notify me', '通知する')} disabled />
        <SegmentedControl
          aria-label={say('View', '表示')}
          value={view}
          onChange={setView}
          data={[
            { value: 'list', label: say('List', '一覧') },
            { value: 'board', label: say('Board', 'ボード') },
          ]}
        />
      </Specimen>
      <Specimen name="DayInput">
        <DayInput label={say('Launch', '発売日')} value={day} onChange={setDay} />
        <DayInput label={say('Launch', '発売日')} value="2026-13-01" error={say('No such day', '存在しない日付です')} />
      </Specimen>
      <Specimen name="DayRangeInput">
        <DayRangeInput from={day} to={undefined} onChange={({ from }) => setDay(from ?? '')} />
      </Specimen>
      <Specimen name="NumberTextInput">
        <NumberTextInput label={say('Tolerance', '許容差')} value={tolerance} min={0} onChange={setTolerance} />
      </Specimen>
      <Specimen name="Alert">
        <Alert title={say('Results change', '結果が変わります')}>
          {say('3 of 40 cases give another premium.', '40 件中 3 件で保険料が変わります。')}
        </Alert>
        <Alert color="red" title={say('The workbook was refused', 'ブックを受け付けられません')}>
          {say('Rates!B4 divides by zero.', 'Rates!B4 がゼロで割っています。')}
        </Alert>
      </Specimen>
    </Specimens>
  )
}
