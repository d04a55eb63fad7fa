export { type Catalogue, loadCatalogue, problemsOf } from './catalogue.ts'
export { compileFilter } from './queries/compile.ts'
