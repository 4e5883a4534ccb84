// Opens the records of a file: `node record-store.fixture.ts <file> <table>` prints the number of the table's rows.
import { openRecordStore } from './record-store.ts';

const [file = '', table = ''] = process.argv.slice(2);
const records = await openRecordStore(file);
process.stdout.write(String(records.table(table).size));
