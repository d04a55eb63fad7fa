import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import { saveFile } from '#web/components/chart/save-file.ts'

export const exportFormat = 'recado.webhook-source.1'

/** Saves a system as a file that another installation can take in. */
export const exportDefinition = (key: string, definition: SourceDefinition): void =>
  saveFile(
    `${key}.json`,
    new Blob([JSON.stringify({ format: exportFormat, key, definition }, null, 2)], { type: 'application/json' }),
  )
