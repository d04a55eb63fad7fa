import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import type { SampleFile } from './header-sample.tsx'
import type { Issues } from './issues.tsx'

export type FormProps = {
  content: TemplateContent
  issues: Issues
  files: Readonly<Record<string, SampleFile>>
  /** Of an approved template the category stays. */
  fixedCategory: boolean
  onFile: (id: string, file: SampleFile) => void
  onChange: (content: TemplateContent) => void
}
