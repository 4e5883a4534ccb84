export function demandedInProduction(): string[];
export function productionEnvironment(): Record<string, string>;
