import { useState } from 'react'
import { FileDrop } from '#web/components/form/file-drop.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

type Props = { work?: { label: string; fraction: number } | null; error?: string | null }

const Sample = ({ work = null, error = null }: Props) => {
  const [name, setName] = useState('')
  return (
    <FileDrop
      label="Drop a file here, or choose one"
      hint={name || 'CSV, XLSX or vCard, up to 50 MB'}
      choose="Choose file"
      accept=".csv,.xlsx,.vcf"
      work={work}
      error={error}
      onFile={(file) => setName(file.name)}
    />
  )
}

export const part: Part = {
  name: 'FileDrop',
  group: 'Form',
  use: 'The one file that a page begins with. It is dropped or chosen; sizes and types are refused before it is sent.',
  states: {
    empty: () => <Sample />,
    sending: () => <Sample work={{ label: 'Uploading clients.csv', fraction: 0.4 }} />,
    refused: () => <Sample error="Choose a CSV, XLSX or vCard file." />,
    'long name': () => <Sample work={{ label: `Uploading ${longName}`, fraction: 0.8 }} />,
  },
}
