export const startTestNeo4j = async (): Promise<void> => {};
export const stopTestNeo4j = async (): Promise<void> => {};
