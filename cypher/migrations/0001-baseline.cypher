// The schema of the first version: nothing to change, a point from which changes are counted.
RETURN 'baseline' AS migration;
