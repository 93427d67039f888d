-- Rows are made, indexed, joined, grouped, sorted and updated.
create table item(id integer primary key, word text, number integer);
with recursive n(i, s) as (select 1, 12345 union all select i + 1, (s * 1103515245 + 12345) % 2147483648 from n where i < 75000)
insert into item select i, printf('%x', s), s % 1000 from n;
create index by_number on item(number);
select number, count(*), min(word), max(word), avg(id) from item group by number order by 2 desc, 1 limit 20;
select count(*) from item a join item b on b.number = a.number and b.id > a.id where a.id % 50 = 0;
update item set word = upper(word) || number where number between 100 and 500;
select length(group_concat(word, '')) from (select word from item order by word);
select count(*) from item where word like '%AB%' or word glob '*f[0-9]*';
