export function capabilitiesOf(folders: readonly string[]): string[];
export function pureFilesOf(files: readonly string[]): string[];
export function serviceFiles(): string[];
