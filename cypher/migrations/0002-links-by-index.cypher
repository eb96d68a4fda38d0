// Links were kept from being doubled by a constraint, which looked each of them up once more: a twelfth of what
// storing an item cost. An item is stored once and edited by one writer at a time, so a plain index does.
DROP CONSTRAINT touches_once IF EXISTS;
