export { readTask } from './actions/read.ts'
export { type BulkRows, defineBulk, oneByOne, parseFilter, resolveIds } from './bulk.ts'
export { defineTask, type TaskProgress } from './define.ts'
export { cellsOfAll, defineListExport, everyRow, inCompany, type ListExport } from './list-export.ts'
