import type { InteractiveKind } from '@recado/contracts/whatsapp/interactive'
import type { ContractForm } from '#web/lib/ui/form.ts'

/** What the form of every kind holds; each kind uses its part. */
export type Values = {
  header: string
  /** A file in place of the words in the header. */
  file: { id: string; name: string } | null
  body: string
  footer: string
  buttons: { id: string; title: string }[]
  button: string
  sections: { title: string; rows: { id: string; title: string; description: string }[] }[]
  label: string
  url: string
}
export type InteractiveForm = ContractForm<Values>['form']

export const newRow = () => ({ id: crypto.randomUUID(), title: '', description: '' })
export const newButton = () => ({ id: crypto.randomUUID(), title: '' })

/** The message of a kind that the fields make, not checked yet. */
export const messageOf = (kind: InteractiveKind, values: Values) => {
  const { header, body, footer, file } = values
  const frame = { header, body, footer }
  const withFile = file ? { ...frame, header: '', headerFileId: file.id } : frame
  if (kind === 'buttons') return { kind, ...withFile, buttons: values.buttons }
  if (kind === 'list') return { kind, ...frame, button: values.button, sections: values.sections }
  if (kind === 'link') return { kind, ...withFile, label: values.label, url: values.url }
  return { kind, body }
}
