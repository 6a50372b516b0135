import { scannerContract } from './scanner.contract.ts';
import { createScanner } from './scanner.ts';

scannerContract('the browser', createScanner);
